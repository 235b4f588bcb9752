import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { atLeast } from "@/api/session";
import { taskTextKey } from "@/api/task-card";
import type { ProjectCardData } from "@/api/types";
import { JobPhase } from "@/components/ui/job-progress";
import { Count, Time } from "@/components/ui/numbers";

import { STEP_OF, STEPS } from "./steps";
import styles from "./project-card.module.css";

// The first view does not wait for what draws samples, nor for the names of metrics.
const ProjectCover = lazy(async () => ({
  default: (await import("./project-cover")).ProjectCover,
}));
const ProjectMetric = lazy(async () => ({
  default: (await import("./project-metric")).ProjectMetric,
}));

const DeleteSample = lazy(async () => ({
  default: (await import("./delete-sample")).DeleteSample,
}));

/** A project in a grid: its data, how far it came, and what its best model reaches. */
export function ProjectCard({ project }: { project: ProjectCardData }) {
  const { t } = useTranslation();
  const isBeingMade = project.job !== null && project.job.state !== "succeeded";
  const numShown = project.num_rows ?? project.num_samples;
  return (
    <Link to={`/projects/${project.id}`} className={styles.card}>
      <span className={styles.cover} aria-hidden>
        <Suspense>
          <ProjectCover project={project} />
        </Suspense>
      </span>
      <span className={styles.task}>
        {t(`tasks.${taskTextKey(project.task)}.name`)}
        {project.is_sample && ` · ${t("ui.sample")}`}
      </span>
      <strong className={styles.name}>{project.name}</strong>
      <span className={styles.description}>{project.description}</span>
      <Steps project={project} />
      <span className={styles.state}>
        <span>
          {isBeingMade && project.job !== null ? (
            <JobPhase job={project.job} />
          ) : (
            t(`projects.card.${project.next_action}`)
          )}
        </span>
        {project.metric !== null && (
          <Suspense>
            <ProjectMetric
              task={project.task}
              metric={project.primary_metric ?? ""}
              value={project.metric}
            />
          </Suspense>
        )}
      </span>
      <span className={styles.foot}>
        <span>
          <Count value={numShown} />{" "}
          {t(`projects.chain.data.${project.num_rows === null ? "unit" : "rows"}`, {
            count: numShown,
          })}
        </span>
        <span>
          {t("ui.changed")} <Time value={project.updated_at} />
        </span>
      </span>
    </Link>
  );
}

/** The chain as a line of five parts; what is written below says the same. */
function Steps({ project }: { project: ProjectCardData }) {
  const next = STEPS.indexOf(STEP_OF[project.next_action]);
  return (
    <span className={styles.steps} aria-hidden>
      {STEPS.map((step, index) => (
        <i
          key={step}
          className={
            index < next || project.next_action === "call"
              ? styles.done
              : index === next
                ? styles.next
                : undefined
          }
        />
      ))}
    </span>
  );
}

/** Projects side by side, as many as fit. */
export function ProjectCards({ projects }: { projects: ProjectCardData[] }) {
  return (
    <ul className={styles.cards}>
      {projects.map((project) => (
        <li key={project.id} className={styles.item}>
          <ProjectCard project={project} />
          {project.is_sample && atLeast(project.role, "admin") && (
            <span className={styles.delete}>
              <Suspense>
                <DeleteSample project={project} isSmall />
              </Suspense>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
