import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useSearchParams } from "react-router";

import { useSession } from "@/api/session";
import { FormProblem } from "@/components/ui/form-problem";

import { useSignIn, type Credentials } from "../api/sign-in";
import { AuthLayout } from "../components/auth-layout";

/** Only paths of this site: a link must not carry people elsewhere. */
function localPath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

export function SignInPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  const signIn = useSignIn();
  const next = localPath(query.get("next"));
  if (session.data?.user != null) return <Navigate to={next} replace />;
  return (
    <AuthLayout title={t("accounts.signIn.title")}>
      <Form<Credentials>
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => signIn.mutate(values)}
      >
        <FormProblem error={signIn.error ?? session.error} />
        <Form.Item
          name="email"
          label={t("accounts.field.email")}
          rules={[{ required: true, message: t("accounts.field.emailNeeded") }]}
        >
          <Input type="email" autoComplete="username" size="large" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t("accounts.field.password")}
          rules={[{ required: true, message: t("accounts.field.passwordNeeded") }]}
        >
          <Input.Password autoComplete="current-password" size="large" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={signIn.isPending}>
          {t("accounts.signIn.submit")}
        </Button>
      </Form>
      <p>
        <Link to="/forgotten-password">{t("accounts.signIn.forgotten")}</Link>
      </p>
      {session.data?.sign_up_open === true ? (
        <p>
          {t("accounts.signIn.newHere")} <Link to="/sign-up">{t("accounts.signIn.signUp")}</Link>
        </p>
      ) : (
        <p>{t("accounts.signIn.byInvitation")}</p>
      )}
    </AuthLayout>
  );
}
