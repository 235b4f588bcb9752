import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";

import { FormProblem } from "@/components/ui/form-problem";
import { isLanguage } from "@/i18n/language";

import { useSignUp, type NewUser } from "../api/sign-up";
import { PASSWORD_LENGTH } from "../password";

interface SignUpFormProps {
  /** Join by this invitation instead of founding an organisation. */
  invitation?: { token: string; email: string };
}

/** A new person: with a new organisation, or joining by invitation. */
export function SignUpForm({ invitation }: SignUpFormProps) {
  const { t, i18n } = useTranslation();
  const signUp = useSignUp(isLanguage(i18n.language) ? i18n.language : "en");
  const submit = (values: NewUser) =>
    signUp.mutate(
      invitation === undefined ? values : { ...values, invitation_token: invitation.token },
    );
  return (
    <Form<NewUser>
      layout="vertical"
      requiredMark={false}
      initialValues={{ email: invitation?.email }}
      onFinish={submit}
    >
      <FormProblem error={signUp.error} />
      <Form.Item
        name="name"
        label={t("accounts.field.name")}
        rules={[{ required: true, whitespace: true, message: t("accounts.field.nameNeeded") }]}
      >
        <Input autoComplete="name" maxLength={120} size="large" />
      </Form.Item>
      {invitation === undefined && (
        <Form.Item
          name="organisation_name"
          label={t("accounts.field.organisation")}
          extra={t("accounts.field.organisationHint")}
          rules={[
            { required: true, whitespace: true, message: t("accounts.field.organisationNeeded") },
          ]}
        >
          <Input autoComplete="organization" maxLength={120} size="large" />
        </Form.Item>
      )}
      <Form.Item
        name="email"
        label={t("accounts.field.email")}
        rules={[{ required: true, type: "email", message: t("accounts.field.emailNeeded") }]}
      >
        <Input
          type="email"
          autoComplete="username"
          size="large"
          disabled={invitation !== undefined}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t("accounts.field.password")}
        extra={t("accounts.field.passwordRule", { count: PASSWORD_LENGTH })}
        rules={[
          {
            required: true,
            min: PASSWORD_LENGTH,
            message: t("accounts.field.passwordRule", { count: PASSWORD_LENGTH }),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" size="large" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={signUp.isPending}>
        {invitation === undefined ? t("accounts.signUp.submit") : t("accounts.invitation.join")}
      </Button>
    </Form>
  );
}
