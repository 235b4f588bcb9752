import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { StoredCall } from "../types";
import { isRight } from "./call-source";

/** Whether what was predicted was right, where its caller said so. */
export function RightTag({ call }: { call: StoredCall }) {
  const { t } = useTranslation();
  const right = isRight(call);
  if (right === undefined) {
    return call.truth === null ? null : <Tag>{t("calls.state.answered")}</Tag>;
  }
  return <Tag color={right ? "green" : "red"}>{t(right ? "calls.right" : "calls.wrong")}</Tag>;
}
