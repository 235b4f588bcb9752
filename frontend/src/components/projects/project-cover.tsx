import { sampleSource } from "@/api/sample-source";
import { isDrawnOn, useTaskCard } from "@/api/task-card";
import type { ProjectCardData } from "@/api/types";
import { MediaTile } from "@/components/media/media-tile";
import { TaskThumbnail } from "@/components/tasks/task-thumbnail";

import styles from "./project-card.module.css";

const NUM_COLORS = 8;

/** A sample of a project's data with what was annotated in it; its task's picture without data. */
export function ProjectCover({ project }: { project: ProjectCardData }) {
  const card = useTaskCard(project.task);
  const { cover } = project;
  if (cover === null) return <TaskThumbnail task={project.task} className={styles.noData} />;
  if (card === undefined) return null;
  const drawn = cover.drawn.map((one, index) => ({
    ...one,
    color: `var(--series-${(index % NUM_COLORS) + 1})`,
  }));
  return (
    <MediaTile
      source={{ ...sampleSource(cover, card.media), name: "" }}
      drawn={drawn}
      isWhole={isDrawnOn(card)}
    />
  );
}
