import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { PlayerControls } from "@/components/media/audio-view";
import { SampleMedia } from "@/components/media/sample-media";

import type { EditorProps } from "./editor";
import styles from "./editors.module.css";

const AudioView = lazy(async () => ({
  default: (await import("@/components/media/audio-view")).AudioView,
}));

const SKIP_SECONDS = 2;

/** What is said in a recording, or texts that describe a sample. Keys play while the hands write. */
export function TextsEditor(props: EditorProps & { isMany?: boolean }) {
  const { source, said, mayLabel, isMany = false, onChange } = props;
  const { t } = useTranslation();
  const player = useRef<PlayerControls>(null);
  const [draft, setDraft] = useState<readonly string[]>(said.texts.length > 0 ? said.texts : [""]);
  const [seen, setSeen] = useState(said.texts);
  // Undoing, or accepting what a model heard, changes the texts from outside.
  if (said.texts !== seen) {
    setSeen(said.texts);
    const own = draft.filter((text) => text.trim() !== "");
    if (JSON.stringify(own) !== JSON.stringify(said.texts)) {
      setDraft(said.texts.length > 0 ? said.texts : [""]);
    }
  }
  const change = (texts: readonly string[]) => {
    setDraft(texts);
    onChange({ ...said, texts: texts.filter((text) => text.trim() !== "") });
  };
  const play = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === " ") player.current?.playPause();
    else if (event.key === "ArrowLeft") player.current?.skip(-SKIP_SECONDS);
    else if (event.key === "ArrowRight") player.current?.skip(SKIP_SECONDS);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.page}>
      {source.media === "audio" ? (
        <Suspense fallback={null}>
          <AudioView ref={player} source={source} />
        </Suspense>
      ) : (
        <SampleMedia source={source} maxHeight="46vh" />
      )}
      <ol className={styles.texts}>
        {draft.map((text, index) => (
          <li key={index} className={styles.textLine}>
            <Input.TextArea
              aria-label={t(isMany ? "labelling.editor.caption" : "labelling.editor.transcript")}
              placeholder={t(
                isMany ? "labelling.editor.captionHint" : "labelling.editor.transcriptHint",
              )}
              autoSize={{ minRows: isMany ? 1 : 3 }}
              disabled={!mayLabel}
              value={text}
              onKeyDown={play}
              onChange={(event) => setDraft(draft.with(index, event.target.value))}
              onBlur={() => change(draft)}
            />
            {isMany && draft.length > 1 && (
              <Button
                type="text"
                aria-label={t("labelling.editor.remove")}
                icon={<DeleteOutlined />}
                onClick={() => change(draft.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {isMany && mayLabel && (
        <Button icon={<PlusOutlined />} onClick={() => setDraft([...draft, ""])}>
          {t("labelling.editor.addCaption")}
        </Button>
      )}
      {source.media === "audio" && <p className={styles.hint}>{t("labelling.editor.playKeys")}</p>}
    </div>
  );
}
