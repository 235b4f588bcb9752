import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { AttributeValue } from "../../model/annotations";
import { definitionsOf } from "../../model/attributes";
import { withTrackAttribute, type Track } from "../../model/track-edits";
import styles from "../attributes.module.css";
import { labelName, type EditorProps } from "../editor";
import { AttributeBar } from "../image/region-attributes";

/** What is known of the object that is followed: in all its frames, or from the present one on. */
export function TrackAttributes({
  track,
  frame,
  ...props
}: EditorProps & { track: Track; frame: number }) {
  const { labels, annotations, mayLabel, unlabelledAttributes, onChange } = props;
  const { t } = useTranslation();
  const [isFromHere, setFromHere] = useState(false);
  const set = (name: string, value: AttributeValue | null) =>
    onChange(withTrackAttribute(annotations, track.id, name, value, isFromHere ? frame : 0));
  return (
    <AttributeBar
      name={`${labelName(labels, track.labelId)} ${track.id}`}
      definitions={definitionsOf(labels, track.labelId, unlabelledAttributes)}
      values={track.attributes.get(frame) ?? {}}
      disabled={!mayLabel || !track.boxes.some((box) => box.frame === frame)}
      onSet={set}
    >
      <label className={styles.field}>
        <input
          type="checkbox"
          checked={isFromHere}
          onChange={({ target }) => setFromHere(target.checked)}
        />
        {t("labelling.attributes.fromHere")}
      </label>
    </AttributeBar>
  );
}
