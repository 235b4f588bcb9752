import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation } from "react-router";

import { useSession } from "@/api/session";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";
import { changeLanguage, isLanguage, loadPageTexts } from "@/i18n/language";

import { signInAddress } from "../first-address";

/** Pages for people who are signed in; others go to sign in and come back. */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const { i18n } = useTranslation();
  const language = session.data?.user?.language;
  const isMember = session.data?.user != null;
  useEffect(() => {
    // Where they are missing, the page that needs them asks again, and says so.
    if (isMember) loadPageTexts(i18n).catch(() => undefined);
  }, [i18n, isMember]);
  useEffect(() => {
    if (isLanguage(language)) void changeLanguage(i18n, language);
  }, [i18n, language]);
  if (session.isPending) return <PageSkeleton />;
  if (session.isError && session.data === undefined) {
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  }
  if (!isMember) return <Navigate to={signInAddress(location)} replace />;
  return <Outlet />;
}
