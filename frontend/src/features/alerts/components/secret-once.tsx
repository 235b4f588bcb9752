import { Alert, Modal } from "antd";
import { useTranslation } from "react-i18next";

import { CodeBlock } from "@/components/ui/code-block";

interface SecretOnceProps {
  secret: string | undefined;
  onClose: () => void;
}

/** The secret that signs what a webhook gets, on its only showing. */
export function SecretOnce({ secret, onClose }: SecretOnceProps) {
  const { t } = useTranslation();
  if (secret === undefined) return null;
  const title = t("alerts.channel.secret");
  return (
    <Modal
      open
      title={title}
      okText={t("alerts.channel.kept")}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ style: { display: "none" } }}
      mask={{ closable: false }}
    >
      <Alert type="warning" showIcon title={t("alerts.channel.once")} />
      <CodeBlock code={secret} label={title} />
    </Modal>
  );
}
