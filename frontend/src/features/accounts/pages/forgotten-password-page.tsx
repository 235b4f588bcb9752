import { Alert, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useSession } from "@/api/session";
import { ErrorState } from "@/components/ui/error-state";
import { FormProblem } from "@/components/ui/form-problem";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useAskPasswordLink } from "../api/ask-password-link";
import { AuthLayout } from "../components/auth-layout";

const RESET_COMMAND = "python -m backend.manage reset_password";

/** Ask for a link to choose a password by; where no mails are sent, say who makes one. */
export function ForgottenPasswordPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.isPending) return <PageSkeleton />;
  return (
    <AuthLayout title={t("access.forgotten.title")}>
      {session.isError ? (
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      ) : session.data.sends_mail ? (
        <AskByMail />
      ) : (
        <WhomToAsk />
      )}
      <p>
        <Link to="/sign-in">{t("access.forgotten.back")}</Link>
      </p>
    </AuthLayout>
  );
}

function AskByMail() {
  const { t } = useTranslation();
  const ask = useAskPasswordLink();
  if (ask.isSuccess) {
    return (
      <Alert
        role="status"
        type="success"
        showIcon
        title={t("access.forgotten.sent", { email: ask.variables })}
        description={t("access.forgotten.sentHint")}
      />
    );
  }
  return (
    <>
      <p>{t("access.forgotten.lead")}</p>
      <Form<{ email: string }>
        layout="vertical"
        requiredMark={false}
        onFinish={({ email }) => ask.mutate(email.trim())}
      >
        <FormProblem error={ask.error} />
        <Form.Item
          name="email"
          label={t("accounts.field.email")}
          rules={[
            {
              required: true,
              type: "email",
              transform: (value: string | undefined) => value?.trim(),
              message: t("accounts.field.emailNeeded"),
            },
          ]}
        >
          <Input type="email" autoComplete="username" size="large" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={ask.isPending}>
          {t("access.forgotten.submit")}
        </Button>
      </Form>
    </>
  );
}

/** The ways there are without mail, the nearest first. */
function WhomToAsk() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("access.forgotten.noMail")}</p>
      <p>{t("access.forgotten.askMember")}</p>
      <p>
        {t("access.forgotten.askServer")} <code>{RESET_COMMAND}</code>
      </p>
    </>
  );
}
