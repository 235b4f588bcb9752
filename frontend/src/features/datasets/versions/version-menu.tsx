import { Button, Dropdown, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import type { DatasetVersion } from "@/api/datasets";
import { useProjectId } from "@/api/project";
import { problemText } from "@/i18n/problem-text";

import { useForkVersion, useNoteVersion } from "../api/versions/use-version-acts";
import { MergeDialog } from "./merge-dialog";
import styles from "./versions-tab.module.css";

type Act = "fork" | "merge" | "note";

/** What can be made of a version: a dataset of its own, a part of another; and its note. */
export function VersionMenu({ version }: { version: DatasetVersion }) {
  const { t } = useTranslation();
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: (["fork", "merge", "note"] as const).map((key) => ({
            key,
            label: t(`lineage.menu.${key}`),
          })),
          onClick: ({ key }) => setAct(key as Act),
        }}
      >
        <Button aria-label={t("lineage.menu.title", { number: version.number })}>⋯</Button>
      </Dropdown>
      {act === "fork" && <ForkDialog version={version} onClose={close} />}
      {act === "merge" && <MergeDialog version={version} onClose={close} />}
      {act === "note" && <NoteDialog version={version} onClose={close} />}
    </>
  );
}

interface Props {
  version: DatasetVersion;
  onClose: () => void;
}

function ForkDialog({ version, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const fork = useForkVersion(version);
  const [name, setName] = useState(
    t("lineage.fork.name", { name: version.dataset_name, number: version.number }),
  );
  const submit = () =>
    fork.mutate(name.trim(), {
      onSuccess: ({ dataset }) =>
        void navigate(`/projects/${projectId}/data/${dataset.id}/versions`),
    });
  return (
    <Modal
      open
      width={480}
      title={t("lineage.fork.title", { number: version.number })}
      okText={t("lineage.fork.submit", { count: version.num_samples })}
      cancelText={t("datasets.cancel")}
      okButtonProps={{ disabled: name.trim() === "", loading: fork.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles.hint}>{t("lineage.fork.text")}</p>
      <Input
        maxLength={120}
        value={name}
        aria-label={t("lineage.fork.nameOf")}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={submit}
      />
      {fork.isError && (
        <p role="alert" className={styles.problem}>
          {problemText(t, fork.error)}
        </p>
      )}
    </Modal>
  );
}

function NoteDialog({ version, onClose }: Props) {
  const { t } = useTranslation();
  const save = useNoteVersion(version);
  const [note, setNote] = useState(version.note);
  return (
    <Modal
      open
      width={480}
      title={t("lineage.note.title", { number: version.number })}
      okText={t("datasets.save")}
      cancelText={t("datasets.cancel")}
      okButtonProps={{ loading: save.isPending }}
      onOk={() => save.mutate(note.trim(), { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Input.TextArea
        rows={3}
        maxLength={500}
        value={note}
        aria-label={t("lineage.note.title", { number: version.number })}
        onChange={(event) => setNote(event.target.value)}
      />
      {save.isError && (
        <p role="alert" className={styles.problem}>
          {problemText(t, save.error)}
        </p>
      )}
    </Modal>
  );
}
