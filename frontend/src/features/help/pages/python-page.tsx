import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useWheels } from "../api/list-wheels";
import { installCode, THREE_LINES, withoutEngine } from "../python";
import styles from "./help.module.css";

/** Where a developer of models finds what to install from this server, and the first lines. */
export function PythonPage() {
  const { t } = useTranslation();
  return (
    <Page title={t("help.python.title")} lead={t("help.python.lead")} width="reading">
      <Panel title={t("help.python.install")}>
        <Install />
      </Panel>
      <Panel title={t("help.python.first")}>
        <p className={styles.text}>{t("help.python.firstText")}</p>
        <CodeBlock code={THREE_LINES} label="Python" />
        <p className={styles.text}>{t("help.python.more")}</p>
      </Panel>
      <Panel title={t("help.python.server")}>
        <p className={styles.text}>
          {t("help.python.serverText")} <Link to="/settings/keys">{t("frame.person.keys")}</Link>
        </p>
        <CodeBlock
          code={`easel login ${window.location.origin}\neasel --help`}
          label={t("help.python.server")}
        />
      </Panel>
    </Page>
  );
}

function Install() {
  const { t } = useTranslation();
  const wheels = useWheels();
  if (wheels.isPending) return <RowsSkeleton count={2} />;
  if (wheels.isError)
    return <ErrorState error={wheels.error} onRetry={() => void wheels.refetch()} />;
  if (wheels.data.wheels.length === 0) {
    return <EmptyState title={t("help.python.none")}>{t("help.python.noneText")}</EmptyState>;
  }
  const { origin } = window.location;
  return (
    <>
      <p className={styles.text}>{t("help.python.installText")}</p>
      <CodeBlock code={installCode(wheels.data.wheels, origin)} label={t("help.python.install")} />
      <p className={styles.text}>{t("help.python.askText")}</p>
      <CodeBlock
        code={installCode(withoutEngine(wheels.data.wheels), origin)}
        label={t("help.python.askText")}
      />
    </>
  );
}
