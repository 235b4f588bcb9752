import { useState } from "react";

import type { TaskCard } from "@/api/task-card";
import { SampleMedia } from "@/components/media/sample-media";
import type { Source } from "@/components/media/source";

import { ImageStage } from "../components/image-stage";
import type { EditorProps } from "../editors/editor";
import { EditorView } from "../editors/editor-view";
import styles from "../labelling.module.css";

interface Props {
  card: TaskCard;
  source: Source;
  editor: Omit<EditorProps, "source">;
}

/** The sample with its editor; where whole samples get classes, the sample alone. */
export function WorkStage({ card, source, editor }: Props) {
  // The source stays the same object, so that players do not start over.
  const [kept] = useState(source);
  if (!card.annotation_card.is_classification) {
    return <EditorView card={card.annotation_card} {...editor} source={kept} />;
  }
  if (card.media === "image") return <ImageStage ref={null} sample={editor.sample} />;
  return (
    <div className={styles.page}>
      <SampleMedia source={kept} />
    </div>
  );
}
