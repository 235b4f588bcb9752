import { Alert, Modal } from "antd";
import { useTranslation } from "react-i18next";

import { CodeBlock } from "@/components/ui/code-block";

interface SecretOnceProps {
  title: string;
  secret: string | undefined;
  onClose: () => void;
}

/** A secret on its only showing; closing takes it out of the document at once. */
export function SecretOnce({ title, secret, onClose }: SecretOnceProps) {
  const { t } = useTranslation();
  if (secret === undefined) return null;
  return (
    <Modal
      open
      title={title}
      okText={t("deployments.keys.kept")}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ style: { display: "none" } }}
      mask={{ closable: false }}
    >
      <Alert type="warning" showIcon title={t("deployments.keys.once")} />
      <CodeBlock code={secret} label={title} />
    </Modal>
  );
}
