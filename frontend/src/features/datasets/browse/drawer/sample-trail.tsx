import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useProjectId } from "@/api/project";
import { Time } from "@/components/ui/numbers";

import { useTrail } from "../../api/samples/use-trail";
import styles from "./sample-drawer.module.css";

/** What people did with a sample in assignments, newest first: handed in, returned, accepted. */
export function SampleTrail({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const trail = useTrail(sampleId);
  if (trail.data === undefined || trail.data.length === 0) return null;
  return (
    <section>
      <h3>{t("datasets.sample.trail")}</h3>
      <ol className={styles.history}>
        {trail.data.map((step) => (
          <li key={step.id}>
            <span className={styles.text}>
              {t(`assignments.act.${step.act}`)}
              {step.note !== "" && `: ${step.note}`} ·{" "}
              <Link to={`/projects/${projectId}/label/assignments/${step.assignment_id}`}>
                {step.assignment_name}
              </Link>
            </span>
            <span className={styles.muted}>
              {step.actor?.name ?? t("assignments.byItself")} · <Time value={step.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
