import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";

import { useSession } from "@/api/session";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";

import { AuthLayout } from "../components/auth-layout";
import { SignUpForm } from "../components/sign-up-form";

export function SignUpPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.data?.user != null) return <Navigate to="/" replace />;
  return (
    <AuthLayout title={t("accounts.signUp.title")} lead={t("accounts.signUp.lead")}>
      {session.isPending && <PageSkeleton />}
      {session.isError && (
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      )}
      {session.data?.sign_up_open === false && <p>{t("accounts.signIn.byInvitation")}</p>}
      {session.data?.sign_up_open === true && <SignUpForm />}
      <p>
        {t("accounts.signUp.haveAccount")} <Link to="/sign-in">{t("accounts.signIn.submit")}</Link>
      </p>
    </AuthLayout>
  );
}
