import { App, Button, Dropdown, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import type { Dataset } from "@/api/datasets";
import { useMay } from "@/api/project";
import {
  filterQuery,
  filtersOf,
  hasFilters,
  sameFilters,
  searchOf,
  type SampleFilters,
} from "@/api/sample-filters";
import { problemText } from "@/i18n/problem-text";

import {
  useChangeView,
  useRemoveView,
  useSavedViews,
  useSaveView,
  type SavedView,
} from "../api/samples/use-saved-views";
import styles from "./filters/filter-rail.module.css";

interface Props {
  dataset: Dataset;
  filters: SampleFilters;
}

type Asking = { kind: "save" } | { kind: "rename"; view: SavedView };

/** Filters under names: open one, keep these as one, or let one show what is shown now. */
export function SavedViews({ dataset, filters }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mayChange = useMay("annotator");
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState<Asking | null>(null);
  const views = useSavedViews(dataset.id);
  const change = useChangeView(dataset.id);
  const remove = useRemoveView(dataset.id);
  const fail = (error: unknown) => void message.error(problemText(t, error));
  const openId = params.get("view");
  const open = (view: SavedView) =>
    setParams(`view=${view.id}&${searchOf(filtersOf(view.query, view.ordering))}`);
  const opened = views.data?.find(({ id }) => id === openId);
  const isChanged =
    opened !== undefined && !sameFilters(filtersOf(opened.query, opened.ordering), filters);
  const canSave = mayChange && hasFilters(filters) && (opened === undefined || isChanged);
  if (!canSave && (views.data ?? []).length === 0) return null;
  return (
    <section>
      <h3>{t("views.title")}</h3>
      {(views.data ?? []).map((view) => (
        <div key={view.id} className={styles.view}>
          <button
            type="button"
            className={styles.option}
            aria-pressed={view.id === openId}
            onClick={() => open(view)}
          >
            <span className={styles.name} title={view.name}>
              {view.name}
            </span>
            {view.id === openId && isChanged && (
              <span className={styles.count}>{t("views.changed")}</span>
            )}
          </button>
          {mayChange && (
            <Dropdown
              trigger={["click"]}
              menu={{
                items: [
                  { key: "rename", label: t("views.rename") },
                  { key: "remove", label: t("views.remove"), danger: true },
                ],
                onClick: ({ key }) => {
                  if (key === "rename") setAsking({ kind: "rename", view });
                  else remove.mutate(view.id, { onError: fail });
                },
              }}
            >
              <Button type="text" size="small" aria-label={t("views.more", { name: view.name })}>
                ⋯
              </Button>
            </Dropdown>
          )}
        </div>
      ))}
      {canSave && (
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setAsking({ kind: "save" })}>
            {t("views.save")}
          </Button>
          {opened !== undefined && (
            <Button
              size="small"
              loading={change.isPending}
              onClick={() =>
                change.mutate(
                  { id: opened.id, query: filterQuery(filters), ordering: filters.ordering },
                  { onError: fail },
                )
              }
            >
              {t("views.update")}
            </Button>
          )}
        </div>
      )}
      {asking !== null && (
        <NameDialog
          key={asking.kind}
          dataset={dataset}
          filters={filters}
          asking={asking}
          onClose={() => setAsking(null)}
          onSaved={open}
        />
      )}
    </section>
  );
}

interface NameDialogProps extends Props {
  asking: Asking;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

function NameDialog({ dataset, filters, asking, onClose, onSaved }: NameDialogProps) {
  const { t } = useTranslation();
  const save = useSaveView(dataset.id);
  const change = useChangeView(dataset.id);
  const [name, setName] = useState(asking.kind === "rename" ? asking.view.name : "");
  const failed = save.error ?? change.error;
  const submit = async () => {
    if (asking.kind === "rename") {
      await change.mutateAsync({ id: asking.view.id, name: name.trim() });
    } else {
      const query = filterQuery(filters);
      onSaved(await save.mutateAsync({ name: name.trim(), query, ordering: filters.ordering }));
    }
    onClose();
  };
  return (
    <Modal
      open
      width={440}
      title={t(`views.${asking.kind}Title`)}
      okText={t("datasets.save")}
      cancelText={t("datasets.cancel")}
      okButtonProps={{
        disabled: name.trim() === "",
        loading: save.isPending || change.isPending,
      }}
      // What went wrong is said in the dialog.
      onOk={() => void submit().catch(() => undefined)}
      onCancel={onClose}
    >
      {asking.kind === "save" && <p className={styles.hint}>{t("views.saveText")}</p>}
      <Input
        maxLength={120}
        value={name}
        aria-label={t("views.name")}
        placeholder={t("views.namePlaceholder")}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void submit().catch(() => undefined)}
      />
      {failed !== null && (
        <p role="alert" className={styles.problem}>
          {problemText(t, failed)}
        </p>
      )}
    </Modal>
  );
}
