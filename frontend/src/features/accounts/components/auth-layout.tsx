import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { LanguageSwitch } from "@/components/ui/language-switch";
import { Mark } from "@/components/ui/mark";

import styles from "./auth-layout.module.css";

interface AuthLayoutProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

const STEPS = ["data", "label", "train", "deploy"] as const;

/** The frame of the pages before signing in: the form, and what waits behind it. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · Easel`;
  }, [title]);
  return (
    <div className={styles.layout}>
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
      <aside className={styles.aside} aria-label={t("accounts.welcome.title")}>
        <h2>{t("accounts.welcome.title")}</h2>
        <ol className={styles.steps}>
          {STEPS.map((step, index) => (
            <li key={step}>
              <span className={styles.number}>{index + 1}</span>
              <span>
                <strong>{t(`accounts.welcome.${step}.title`)}</strong>
                <span className={styles.text}>{t(`accounts.welcome.${step}.text`)}</span>
              </span>
            </li>
          ))}
        </ol>
        <p className={styles.text}>{t("accounts.welcome.offline")}</p>
      </aside>
    </div>
  );
}
