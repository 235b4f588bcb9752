import { Input } from "antd";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { taskTextKey, type TaskCard } from "@/api/task-card";

import { byModality, findTasks } from "./find-tasks";
import { TaskThumbnail } from "./task-thumbnail";
import styles from "./task-picker.module.css";

interface TaskPickerProps {
  tasks: readonly TaskCard[];
  /** The key of the chosen task; a field of a form gives this and the next two. */
  value?: string;
  onChange?: (task: string) => void;
  id?: string;
}

/** Tasks as cards with a picture each, by what they work on; typing narrows them down. */
export function TaskPicker({ tasks, value, onChange, id }: TaskPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const group = useId();
  const found = findTasks(t, tasks, search);
  const [first] = found;
  const isHidden = value !== undefined && !found.some(({ key }) => key === value);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // The form is not sent by it.
    event.preventDefault();
    if (search.trim() !== "" && first !== undefined) onChange?.(first.key);
  };
  return (
    <div className={styles.picker} id={id}>
      <Input
        allowClear
        className={styles.search}
        placeholder={t("tasks.find")}
        aria-label={t("tasks.find")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.groups} role="radiogroup" aria-label={t("tasks.choose")}>
        {byModality(found).map(([modality, its]) => (
          <fieldset key={modality} className={styles.group}>
            <legend>{t(`tasks.modality.${modality}`)}</legend>
            <div className={styles.cards}>
              {its.map(({ key }) => (
                <label key={key} className={styles.card}>
                  <TaskThumbnail task={key} className={styles.thumbnail} />
                  <span className={styles.name}>
                    <input
                      type="radio"
                      name={group}
                      value={key}
                      checked={key === value}
                      onChange={() => onChange?.(key)}
                    />
                    <strong>{t(`tasks.${taskTextKey(key)}.name`)}</strong>
                  </span>
                  <span className={styles.text}>{t(`tasks.${taskTextKey(key)}.text`)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className={styles.text} role="status">
        {found.length === 0 && `${t("tasks.notFound", { search })} `}
        {isHidden && t("tasks.chosen", { name: t(`tasks.${taskTextKey(value)}.name`) })}
      </p>
    </div>
  );
}
