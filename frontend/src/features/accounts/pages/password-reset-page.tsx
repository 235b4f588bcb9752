import { Button, Checkbox, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";

import { ErrorState } from "@/components/ui/error-state";
import { FormProblem } from "@/components/ui/form-problem";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useChoosePassword, usePasswordReset } from "../api/password-reset";
import { AuthLayout } from "../components/auth-layout";
import { PASSWORD_LENGTH } from "../password";

/** Choose a password by a link that an administrator passed on. */
export function PasswordResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { token = "" } = useParams();
  const reset = usePasswordReset(token);
  const choose = useChoosePassword(token);
  if (reset.isPending) return <PageSkeleton />;
  const title = t("accounts.reset.title");
  if (reset.isError) {
    return (
      <AuthLayout title={title}>
        <ErrorState
          error={reset.error}
          onRetry={() => void reset.refetch()}
          action={
            <Link to="/sign-in">
              <Button type="primary">{t("accounts.signIn.submit")}</Button>
            </Link>
          }
        />
      </AuthLayout>
    );
  }
  const rule = t("accounts.field.passwordRule", { count: PASSWORD_LENGTH });
  return (
    <AuthLayout title={title} lead={t("accounts.reset.lead", { email: reset.data.email })}>
      <Form<{ password: string; revokeKeys: boolean }>
        layout="vertical"
        requiredMark={false}
        initialValues={{ revokeKeys: true }}
        onFinish={({ password, revokeKeys }) =>
          choose.mutate(
            { password, keep_api_keys: !revokeKeys },
            { onSuccess: () => void navigate("/", { replace: true }) },
          )
        }
      >
        <FormProblem error={choose.error} />
        <Form.Item
          name="password"
          label={t("accounts.password.new")}
          extra={rule}
          rules={[{ required: true, min: PASSWORD_LENGTH, message: rule }]}
        >
          <Input.Password autoComplete="new-password" size="large" />
        </Form.Item>
        <Form.Item
          name="revokeKeys"
          valuePropName="checked"
          extra={t("accounts.password.revokeKeysHint")}
        >
          <Checkbox>{t("accounts.password.revokeKeys")}</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={choose.isPending}>
          {t("accounts.reset.submit")}
        </Button>
      </Form>
    </AuthLayout>
  );
}
