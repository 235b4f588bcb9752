import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated/schema";
import type { Options } from "@/components/options/values";
import { Panel } from "@/components/ui/panel";
import { codedText } from "@/i18n/problem-text";

import { Agreement } from "./agreement";
import styles from "./agreements-panel.module.css";

interface AgreementsPanelProps {
  findings: readonly components["schemas"]["Finding"][];
  options: Options;
  onChange: (options: Options) => void;
}

/** What runs would guess, pad or leave out, each to be agreed to; nothing where there is none. */
export function AgreementsPanel({ findings, options, onChange }: AgreementsPanelProps) {
  const { t } = useTranslation();
  const asked = findings.filter(({ confirm }) => confirm);
  if (asked.length === 0) return null;
  return (
    <Panel title={t("check.title")}>
      <ul className={styles.list}>
        {asked.map(({ code, params, message }) => (
          <li key={code + message} className={styles.item}>
            <div>{codedText(t, code, params, message)}</div>
            <Agreement {...{ code, options, onChange }} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
