import { App, Button, Input } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";

import { useCatalog } from "@/api/catalog";
import { useCreateSampleProject, type SampleTask } from "@/api/create-sample-project";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { taskTextKey } from "@/api/task-card";
import { byModality, findTasks } from "@/components/tasks/find-tasks";
import { TaskThumbnail } from "@/components/tasks/task-thumbnail";
import { EmptyState } from "@/components/ui/empty-state";
import { problemText } from "@/i18n/problem-text";

import styles from "./sample-cards.module.css";

/** Sample projects to begin with, by what they work on; a click makes one and goes to it. */
export function SampleCards() {
  const { t } = useTranslation();
  const [search, change] = useState("");
  const catalog = useCatalog();
  const { start, pending } = useStart();
  const { hash } = useLocation();
  const isReady = catalog.isSuccess;
  // The router goes to a page, not to a part of it that comes later.
  useEffect(() => {
    if (isReady && hash === "#samples") document.getElementById("samples")?.scrollIntoView();
  }, [isReady, hash]);
  if (catalog.data === undefined || start === undefined) return null;
  const found = findTasks(t, catalog.data.tasks, search, (task) => [
    t(`home.sample.${taskTextKey(task.key)}.title`),
    t(`home.sample.${taskTextKey(task.key)}.text`),
  ]);
  return (
    <section className={styles.samples} aria-labelledby="samples">
      <div className={styles.head}>
        <h2 id="samples">{t("home.samples.title")}</h2>
        <Input
          allowClear
          className={styles.search}
          placeholder={t("home.samples.search")}
          aria-label={t("home.samples.search")}
          value={search}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      {found.length === 0 && <EmptyState title={t("home.samples.none", { search })} />}
      <div className={styles.groups}>
        {byModality(found).map(([group, tasks]) => (
          <div key={group} className={styles.group}>
            <h3>{t(`tasks.modality.${group}`)}</h3>
            <ul className={styles.cards}>
              {tasks.map((task) => (
                <li key={task.key} className={styles.card}>
                  <TaskThumbnail task={task.key} className={styles.thumbnail} />
                  <span className={styles.task}>{t(`tasks.${taskTextKey(task.key)}.name`)}</span>
                  <strong>{t(`home.sample.${taskTextKey(task.key)}.title`)}</strong>
                  <span className={styles.text}>
                    {t(`home.sample.${taskTextKey(task.key)}.text`)}
                  </span>
                  <Button
                    className={styles.start}
                    aria-label={t("home.samples.startOf", {
                      name: t(`home.sample.${taskTextKey(task.key)}.title`),
                    })}
                    loading={pending === task.key}
                    disabled={pending !== undefined && pending !== task.key}
                    onClick={() => start(task.key as SampleTask)}
                  >
                    {t("home.samples.start")}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** How a sample is made, for whoever may, and the task of the one that is being made. */
function useStart() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const current = useOrganisation();
  const create = useCreateSampleProject();
  const pending = create.isPending ? create.variables.task : undefined;
  if (current === undefined || !atLeast(current.role, "developer")) {
    return { start: undefined, pending };
  }
  const start = (task: SampleTask) =>
    create.mutate(
      { organisationId: current.organisation.id, task },
      {
        onSuccess: (project) => void navigate(`/projects/${project.id}`),
        onError: (error) => message.error(problemText(t, error)),
      },
    );
  return { start, pending };
}
