import type { RouteObject } from "react-router";
import { Navigate } from "react-router";

/** Pages that need no texts but the first. */
export const firstRoutes: RouteObject[] = [
  {
    path: "sign-in",
    lazy: async () => ({ Component: (await import("./pages/sign-in-page")).SignInPage }),
  },
  {
    path: "sign-up",
    lazy: async () => ({ Component: (await import("./pages/sign-up-page")).SignUpPage }),
  },
  {
    path: "invitations/:token",
    lazy: async () => ({ Component: (await import("./pages/invitation-page")).InvitationPage }),
  },
];

/** Pages of those who forgot their password, which say more than the first texts hold. */
export const forgottenRoutes: RouteObject[] = [
  {
    path: "forgotten-password",
    lazy: async () => ({
      Component: (await import("./pages/forgotten-password-page")).ForgottenPasswordPage,
    }),
  },
  {
    path: "password-resets/:token",
    lazy: async () => ({
      Component: (await import("./pages/password-reset-page")).PasswordResetPage,
    }),
  },
];

/** Pages for people who are not signed in. */
export const publicRoutes: RouteObject[] = [...firstRoutes, ...forgottenRoutes];

export const routes: RouteObject[] = [
  {
    path: "organisations/new",
    lazy: async () => ({
      Component: (await import("./pages/new-organisation-page")).NewOrganisationPage,
    }),
  },
  {
    path: "organisations/:organisationId",
    lazy: async () => ({ Component: (await import("./pages/organisation-page")).OrganisationPage }),
    children: [
      { index: true, element: <Navigate to="members" replace /> },
      {
        path: "members",
        lazy: async () => ({ Component: (await import("./pages/members-tab")).MembersTab }),
      },
      {
        path: "invitations",
        lazy: async () => ({ Component: (await import("./pages/invitations-tab")).InvitationsTab }),
      },
      {
        path: "storage",
        lazy: async () => ({ Component: (await import("./pages/storage-tab")).StorageTab }),
      },
      {
        path: "trash",
        lazy: async () => ({ Component: (await import("./pages/trash-tab")).TrashTab }),
      },
      {
        path: "audit",
        lazy: async () => ({ Component: (await import("./pages/audit-tab")).AuditTab }),
      },
      {
        path: "general",
        lazy: async () => ({ Component: (await import("./pages/general-tab")).GeneralTab }),
      },
    ],
  },
  {
    path: "settings",
    lazy: async () => ({ Component: (await import("./pages/settings-page")).SettingsPage }),
    children: [
      { index: true, element: <Navigate to="profile" replace /> },
      {
        path: "profile",
        lazy: async () => ({ Component: (await import("./pages/profile-tab")).ProfileTab }),
      },
      {
        path: "password",
        lazy: async () => ({ Component: (await import("./pages/password-tab")).PasswordTab }),
      },
      {
        path: "sessions",
        lazy: async () => ({ Component: (await import("./pages/sessions-tab")).SessionsTab }),
      },
      {
        path: "organisations",
        lazy: async () => ({
          Component: (await import("./pages/organisations-tab")).OrganisationsTab,
        }),
      },
      {
        path: "keys",
        lazy: async () => ({ Component: (await import("./pages/api-keys-tab")).ApiKeysTab }),
      },
    ],
  },
];
