import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

/** A refusal beside the form or button that caused it; nothing while there is none. */
export function ProblemAlert({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error == null) return null;
  return <Alert type="error" showIcon title={problemText(t, error)} role="alert" />;
}
