import { Alert, Button, Collapse } from "antd";
import { useTranslation } from "react-i18next";

import type { CreatedAccess } from "@/api/access";
import { CodeBlock } from "@/components/ui/code-block";
import { formatTime } from "@/i18n/format";

import styles from "./endpoint.module.css";
import { tokenSnippet } from "./snippets";

interface Props {
  access: CreatedAccess;
  onKept: () => void;
}

/** A key and what EasyDL-compatible clients need, on their only showing. */
export function AccessPanel({ access, onKept }: Props) {
  const { t, i18n } = useTranslation();
  const { key, application, access_token: token, expires_at: expiresAt } = access;
  const parts = [
    [t("deployments.applications.id"), application.client_id],
    [t("deployments.applications.secret"), application.client_secret],
    [t("deployments.access.token", { date: formatTime(expiresAt, i18n.language, "date") }), token],
    [
      t("deployments.access.again"),
      tokenSnippet(window.location.origin, application.client_id, application.client_secret),
    ],
  ] as const;
  return (
    <Alert
      type="warning"
      showIcon
      title={t("deployments.access.made", { name: key.name })}
      description={
        <div className={styles.stack}>
          <p className={styles.plain}>{t("deployments.access.once")}</p>
          <CodeBlock code={key.secret} label={t("deployments.keys.secret")} />
          <Collapse
            size="small"
            ghost
            items={[
              {
                key: "easydl",
                label: t("deployments.access.easydl"),
                children: (
                  <dl className={styles.secrets}>
                    {parts.map(([name, secret]) => (
                      <div key={name}>
                        <dt>{name}</dt>
                        <dd>
                          <CodeBlock code={secret} label={name} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                ),
              },
            ]}
          />
          <div>
            <Button onClick={onKept}>{t("deployments.keys.kept")}</Button>
          </div>
        </div>
      }
    />
  );
}
