import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";

import { useSession } from "@/api/session";
import { ErrorState } from "@/components/ui/error-state";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useAcceptInvitation } from "../api/accept-invitation";
import { useInvitation } from "../api/get-invitation";
import { AuthLayout } from "../components/auth-layout";
import { SignUpForm } from "../components/sign-up-form";

/** Join an organisation: as the person signed in, or as a new one. */
export function InvitationPage() {
  const { t } = useTranslation();
  const { token = "" } = useParams();
  const session = useSession();
  const invitation = useInvitation(token);
  const accept = useAcceptInvitation();
  if (invitation.isPending || session.isPending) return <PageSkeleton />;
  if (invitation.isError) {
    return (
      <AuthLayout title={t("accounts.invitation.title")}>
        <ErrorState
          error={invitation.error}
          onRetry={() => void invitation.refetch()}
          action={<Link to="/">{t("accounts.invitation.home")}</Link>}
        />
      </AuthLayout>
    );
  }
  const { organisation, email, role } = invitation.data;
  const user = session.data?.user;
  const isMember = session.data?.memberships.some(
    (membership) => membership.organisation.id === organisation.id,
  );
  if (isMember === true) return <Navigate to={`/?organisation=${organisation.id}`} replace />;
  return (
    <AuthLayout
      title={t("accounts.invitation.to", { organisation: organisation.name })}
      lead={t("accounts.invitation.as", { role: t(`accounts.role.${role}.name`) })}
    >
      {user == null ? (
        <>
          <SignUpForm invitation={{ token, email }} />
          <p>
            {t("accounts.signUp.haveAccount")}{" "}
            <Link to={`/sign-in?next=/invitations/${token}`}>{t("accounts.signIn.submit")}</Link>
          </p>
        </>
      ) : (
        <>
          <ProblemAlert error={accept.error} />
          <p>{t("accounts.invitation.signedInAs", { email: user.email })}</p>
          <Button
            type="primary"
            size="large"
            loading={accept.isPending}
            onClick={() => accept.mutate(token)}
          >
            {t("accounts.invitation.join")}
          </Button>
        </>
      )}
    </AuthLayout>
  );
}
