import { Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Time } from "../ui/numbers";

const DAY_MS = 86_400_000;

/** When work is due; red once it is late, and amber on the last day. */
export function DueDate({ due }: { due: string | null }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  if (due === null) return null;
  const left = new Date(due).getTime() - now;
  const color = left < 0 ? "error" : left < DAY_MS ? "warning" : "default";
  return (
    <Tag color={color}>
      {t(left < 0 ? "assignments.overdue" : "assignments.due")} <Time value={due} style="date" />
    </Tag>
  );
}
