import { Button, Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { AssignmentDetail, WorkItemDetail, WorkItemState } from "@/api/assignments";
import { DueDate } from "@/components/assignments/due-date";
import { KeyHints } from "@/components/ui/key-hints";
import { commandKey } from "@/components/ui/keyboard";

import { SaveState } from "../components/save-state";
import styles from "../labelling.module.css";
import { LabellingSpeed } from "./labelling-speed";
import { SkipButton } from "./skip-button";
import type { Answering } from "./use-answering";

interface Props {
  detail: AssignmentDetail;
  item: WorkItemDetail | undefined;
  state: WorkItemState | null;
  numOpen: number;
  answering: Answering;
  /** Whether the instructions stand beside the sample. */
  isReading: boolean;
  onRead: (isReading: boolean) => void;
  onHandIn: () => void;
  onSkipped: (item: WorkItemDetail) => void;
  onLeave: () => void;
}

/** Way back, what is to be done and by when, how far it is, and handing in. */
export function WorkBar(props: Props) {
  const {
    detail,
    item,
    state,
    numOpen,
    answering,
    isReading,
    onRead,
    onHandIn,
    onSkipped,
    onLeave,
  } = props;
  const { t } = useTranslation();
  const { assignment } = detail;
  const { session } = answering;
  const isOpen = state === "held" || state === "returned";
  const command = commandKey();
  return (
    <header className={styles.bar}>
      <Button onClick={onLeave}>{t("labelling.leave")}</Button>
      <h1 className={styles.title}>{assignment.name}</h1>
      {state !== null && state !== "held" && (
        <Tag color={state === "returned" ? "error" : "success"}>
          {t(`assignments.state.${state}`)}
        </Tag>
      )}
      <LabellingSpeed assignment={assignment} numOpen={numOpen} times={session.times} />
      <DueDate due={assignment.due_at} />
      <SaveState status={session.status} onRetry={session.retryNow} />
      {detail.instructions !== "" && (
        <Button aria-pressed={isReading} onClick={() => onRead(!isReading)}>
          {t("assignments.instructions")}
        </Button>
      )}
      <Button className={styles.wide} disabled={!session.canUndo} onClick={() => answering.undo()}>
        {t("labelling.undo")}
      </Button>
      <SkipButton item={isOpen ? item : undefined} onSkipped={onSkipped} />
      <Button type="primary" disabled={!isOpen} onClick={onHandIn}>
        {t("assignments.work.handIn")}
      </Button>
      <KeyHints
        hints={[
          { keys: ["1–9", "0", "A–Z"], meaning: t("labelling.keys.label") },
          { keys: ["Space"], meaning: t("assignments.work.keyHandIn") },
          { keys: ["←", "→"], meaning: t("labelling.keys.arrows.single") },
          { keys: ["Backspace"], meaning: t("labelling.keys.clear") },
          { keys: [command, "Z"], meaning: t("labelling.keys.undo") },
          { keys: ["/"], meaning: t("labelling.keys.find") },
          { keys: ["Esc"], meaning: t("labelling.keys.leave") },
        ]}
      />
    </header>
  );
}
