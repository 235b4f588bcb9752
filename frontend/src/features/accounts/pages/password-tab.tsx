import { App, Button, Checkbox, Form, Input } from "antd";
import { useTranslation } from "react-i18next";

import { useUpdateMe } from "@/api/session";
import { Panel } from "@/components/ui/panel";
import { FormProblem } from "@/components/ui/form-problem";

import { PASSWORD_LENGTH } from "../password";

interface PasswordChange {
  current: string;
  new: string;
  revokeKeys: boolean;
}

/** Change the password; the old one is asked for. */
export function PasswordTab() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordChange>();
  const update = useUpdateMe();
  const submit = ({ revokeKeys, ...password }: PasswordChange) =>
    update.mutate(
      { password: { ...password, keep_api_keys: !revokeKeys } },
      {
        onSuccess: () => {
          form.resetFields();
          message.success(t("accounts.password.changed"));
        },
      },
    );
  return (
    <Panel>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ revokeKeys: true }}
        onFinish={submit}
      >
        <FormProblem error={update.error} />
        <Form.Item
          name="current"
          label={t("accounts.password.current")}
          rules={[{ required: true, message: t("accounts.field.passwordNeeded") }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="new"
          label={t("accounts.password.new")}
          extra={t("accounts.field.passwordRule", { count: PASSWORD_LENGTH })}
          rules={[
            {
              required: true,
              min: PASSWORD_LENGTH,
              message: t("accounts.field.passwordRule", { count: PASSWORD_LENGTH }),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="revokeKeys"
          valuePropName="checked"
          extra={t("accounts.password.revokeKeysHint")}
        >
          <Checkbox>{t("accounts.password.revokeKeys")}</Checkbox>
        </Form.Item>
        <Button htmlType="submit" type="primary" loading={update.isPending}>
          {t("accounts.password.change")}
        </Button>
      </Form>
    </Panel>
  );
}
