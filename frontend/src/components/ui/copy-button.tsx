import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { App, Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Copy a text and say so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      message.warning(t("ui.copy.refused"));
    }
  };
  return (
    <Button
      size="small"
      icon={copied ? <CheckOutlined /> : <CopyOutlined />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t("ui.copy.done") : (label ?? t("ui.copy.copy"))}</span>
    </Button>
  );
}
