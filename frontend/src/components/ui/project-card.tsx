import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Project } from "@/api/types";

import { JobPhase } from "./job-progress";
import { taskTextKey } from "@/api/task-card";
import { Time } from "./numbers";
import styles from "./project-card.module.css";

/** A project in a grid. */
export function ProjectCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  return (
    <Link to={`/projects/${project.id}`} className={styles.card}>
      <span className={styles.task}>
        {t(`tasks.${taskTextKey(project.task)}.name`)}
        {project.is_sample && ` · ${t("ui.sample")}`}
      </span>
      <strong className={styles.name}>{project.name}</strong>
      <span className={styles.description}>{project.description}</span>
      <span className={styles.foot}>
        {project.job !== null && project.job.state !== "succeeded" ? (
          <JobPhase job={project.job} />
        ) : (
          <>
            {t("ui.changed")} <Time value={project.updated_at} />
          </>
        )}
      </span>
    </Link>
  );
}

/** Projects side by side, as many as fit. */
export function ProjectCards({ projects }: { projects: Project[] }) {
  return (
    <ul className={styles.cards}>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  );
}
