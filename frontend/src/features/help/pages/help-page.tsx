import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { commandKey } from "@/components/ui/keyboard";
import { KeyTable } from "@/components/ui/key-hints";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";

import styles from "./help.module.css";

const TOPICS = ["first", "data", "label", "version", "train", "trust", "deploy", "roles"] as const;

/** Short answers inside the product, the words it uses, and its keys. */
export function HelpPage() {
  const { t, i18n } = useTranslation();
  const texts = i18n.getResourceBundle(i18n.language, "translation") as Record<
    "terms" | "metrics",
    Record<string, { name: string; meaning?: string }>
  >;
  const words = [...Object.values(texts.terms), ...Object.values(texts.metrics)].filter(
    ({ meaning }) => meaning !== undefined,
  );
  const keys = [
    { keys: [commandKey(), "K"], meaning: t("help.key.palette") },
    { keys: ["/"], meaning: t("help.key.palette") },
    { keys: ["?"], meaning: t("help.key.hints") },
    { keys: ["Esc"], meaning: t("help.key.escape") },
    { keys: ["1", "…", "9"], meaning: t("help.key.label") },
  ];
  return (
    <Page title={t("help.title")} lead={t("help.lead")} width="reading">
      {TOPICS.map((topic) => (
        <Panel key={topic} title={t(`help.${topic}.title`)}>
          <p className={styles.text}>{t(`help.${topic}.text`)}</p>
        </Panel>
      ))}
      <Panel title={t("help.keys")}>
        <KeyTable hints={keys} />
      </Panel>
      <Panel title={t("help.words")}>
        <dl className={styles.words}>
          {words.map(({ name, meaning }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title={t("help.python.title")}>
        <p className={styles.text}>
          {t("help.python.lead")} <Link to="/python">{t("help.python.link")}</Link>
        </p>
      </Panel>
      <Panel title={t("help.api.title")}>
        <p className={styles.text}>
          {t("help.api.text")}{" "}
          <a href="/api/openapi.json" target="_blank" rel="noreferrer">
            {t("help.api.link")}
          </a>
        </p>
      </Panel>
    </Page>
  );
}
