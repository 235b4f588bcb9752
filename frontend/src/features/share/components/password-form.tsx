import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";

import { FormProblem } from "@/components/ui/form-problem";
import { Panel } from "@/components/ui/panel";

import { useUnlock } from "../api/use-unlock";
import styles from "../pages/share-page.module.css";

interface PasswordFormProps {
  token: string;
  onUnlock: (sharePass: string) => void;
}

/** The one thing that stands between a guest and the model. */
export function PasswordForm({ token, onUnlock }: PasswordFormProps) {
  const { t } = useTranslation();
  const unlock = useUnlock(token);
  return (
    <Panel>
      <Form<{ password: string }>
        layout="vertical"
        requiredMark={false}
        className={styles.password}
        onFinish={({ password }) =>
          unlock.mutate(password, { onSuccess: ({ share_pass }) => onUnlock(share_pass) })
        }
      >
        <FormProblem error={unlock.error} />
        <Form.Item
          name="password"
          label={t("share.guest.password")}
          extra={t("share.guest.passwordHelp")}
          rules={[{ required: true, message: t("share.guest.passwordNeeded") }]}
        >
          <Input.Password autoComplete="off" size="large" maxLength={128} />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={unlock.isPending}>
          {t("share.guest.unlock")}
        </Button>
      </Form>
    </Panel>
  );
}
