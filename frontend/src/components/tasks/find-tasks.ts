import { taskTextKey, type TaskCard } from "@/api/task-card";

import { TASK_WORDS } from "./task-words";

/**
 * Tasks that hold every typed word in their name, their group, what is said of them or what else
 * they are called. A Latin word has to begin one of theirs, so that "NER" does not find "corner".
 *
 * @param textsOf more texts of a task to look through.
 */
export function findTasks(
  t: (key: string) => string,
  tasks: readonly TaskCard[],
  search: string,
  textsOf: (task: TaskCard) => readonly string[] = () => [],
): TaskCard[] {
  const wanted = search.trim().toLowerCase().split(/\s+/);
  return tasks.filter((task) => {
    const key = taskTextKey(task.key);
    const texts = [
      t(`tasks.${key}.name`),
      t(`tasks.${key}.text`),
      t(`tasks.modality.${task.modality}`),
      TASK_WORDS[task.key] ?? "",
      ...textsOf(task),
    ];
    const where = ` ${texts.join(" ")}`.toLowerCase();
    return wanted.every((word) => holds(where, word));
  });
}

function holds(where: string, word: string): boolean {
  if (!/^[a-z0-9]/.test(word)) return where.includes(word);
  for (let at = where.indexOf(word); at >= 0; at = where.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(where[at - 1] ?? " ")) return true;
  }
  return false;
}

/** Tasks by what they work on, in the order of the catalog. */
export function byModality(tasks: readonly TaskCard[]): [string, TaskCard[]][] {
  const groups = new Map<string, TaskCard[]>();
  for (const task of tasks) groups.set(task.modality, [...(groups.get(task.modality) ?? []), task]);
  return [...groups];
}
