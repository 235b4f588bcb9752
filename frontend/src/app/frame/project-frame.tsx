import { useTranslation } from "react-i18next";
import { Link, NavLink, Outlet } from "react-router";

import { useProject, useProjectId } from "@/api/project";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";

import { PLACES } from "./chain";
import { MorePlaces } from "./more-places";
import styles from "./project-frame.module.css";

/** Beside them stands what leads to the others: five places are as many as a thumb can tell. */
const NUM_IN_BAR = 4;

/** The rail of a project beside its pages; at the bottom where the window is narrow. */
export function ProjectFrame() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const base = `/projects/${projectId}`;
  const project = useProject(projectId);
  return (
    <div className={styles.project}>
      <nav className={styles.rail} aria-label={t("frame.places")}>
        <ul>
          {PLACES.map(({ key, path, icon }, place) => (
            <li key={key} className={place < NUM_IN_BAR ? undefined : styles.rest}>
              <NavLink
                to={path === "" ? base : `${base}/${path}`}
                end={path === ""}
                className={styles.place}
              >
                <span aria-hidden>{icon}</span>
                {t(`frame.place.${key}`)}
              </NavLink>
            </li>
          ))}
          <li className={styles.more}>
            <MorePlaces base={base} places={PLACES.slice(NUM_IN_BAR)} />
          </li>
        </ul>
      </nav>
      <div className={styles.page}>
        {project.isPending && <PageSkeleton />}
        {project.isError && project.data === undefined && (
          <div className={styles.error}>
            <ErrorState
              error={project.error}
              onRetry={() => void project.refetch()}
              action={<Link to="/projects">{t("frame.project.all")}</Link>}
            />
          </div>
        )}
        {project.data !== undefined && <Outlet />}
      </div>
    </div>
  );
}
