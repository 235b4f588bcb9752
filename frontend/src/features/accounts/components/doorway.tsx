import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { LanguageSwitch } from "@/components/ui/language-switch";
import { Mark } from "@/components/ui/mark";

import styles from "./doorway.module.css";

interface DoorwayProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

const STEPS = ["data", "label", "train", "deploy"] as const;

/** The frame of the pages before signing in: the form, and what waits behind it. */
export function Doorway({ title, lead, children }: DoorwayProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · Easel`;
  }, [title]);
  return (
    <div className={styles.doorway}>
      <main className={styles.form}>
        <div className={styles.top}>
          <Mark />
          <LanguageSwitch />
        </div>
        <div className={styles.sheet}>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </main>
      <aside className={styles.aside} aria-label={t("accounts.doorway.title")}>
        <h2>{t("accounts.doorway.title")}</h2>
        <ol className={styles.steps}>
          {STEPS.map((step, index) => (
            <li key={step}>
              <span className={styles.number}>{index + 1}</span>
              <span>
                <strong>{t(`accounts.doorway.${step}.title`)}</strong>
                <span className={styles.text}>{t(`accounts.doorway.${step}.text`)}</span>
              </span>
            </li>
          ))}
        </ol>
        <p className={styles.text}>{t("accounts.doorway.offline")}</p>
      </aside>
    </div>
  );
}
