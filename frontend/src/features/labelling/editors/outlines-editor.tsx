import { Segmented, Slider } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { EditorProps } from "./editor";
import styles from "./editors.module.css";
import { MaskMarks } from "./mask-marks";
import { PictureStage, type StageEvent } from "./picture-stage";
import { PolygonMarks } from "./polygon-marks";
import { SuggestedMarks } from "./suggested-marks";
import { useBrush } from "./use-brush";
import { usePolygon } from "./use-polygon";

type Tool = "polygon" | "brush" | "eraser";
const TOOLS = ["polygon", "brush", "eraser"] as const;
const MAX_RADIUS = 80;

/** The exact shape of things: corner by corner, or painted. */
export function OutlinesEditor(props: EditorProps) {
  const { sample, source, label, mayLabel, onSelect } = props;
  const { t } = useTranslation();
  const [tool, setTool] = useState<Tool>("polygon");
  const [radius, setRadius] = useState(12);
  const size = { width: sample.width ?? 1, height: sample.height ?? 1 };
  const polygon = usePolygon(props, tool === "polygon");
  const brush = useBrush(props, size, radius, tool === "eraser" ? 0 : 1);
  const down = (event: StageEvent) => {
    if (!mayLabel || label === null) return;
    if (tool !== "polygon") brush.begin(event.at);
    else if (event.isOnPicture || polygon.points.length > 0) {
      if (polygon.points.length === 0) onSelect(null);
      polygon.add(event.at);
    }
  };
  return (
    <>
      <div className={styles.tools}>
        <Segmented<Tool>
          aria-label={t("labelling.editor.tool")}
          value={tool}
          onChange={setTool}
          options={TOOLS.map((value) => ({ value, label: t(`labelling.editor.tools.${value}`) }))}
        />
        {tool !== "polygon" && (
          <label className={styles.textLine}>
            <span className={styles.hint}>{t("labelling.editor.radius")}</span>
            <Slider
              style={{ width: 120, margin: 0 }}
              ariaLabelForHandle={t("labelling.editor.radius")}
              min={1}
              max={MAX_RADIUS}
              value={radius}
              onChange={setRadius}
            />
          </label>
        )}
        <span className={styles.hint}>
          {t(label === null ? "labelling.editor.needsLabel" : `labelling.editor.toolHint.${tool}`)}
        </span>
      </div>
      <PictureStage
        source={source}
        onDown={down}
        onMove={({ at }) => (tool === "polygon" ? polygon.hover(at) : brush.move(at))}
        onUp={() => brush.end()}
        onDoubleClick={() => polygon.closeTwice()}
      >
        {(scale) => (
          <>
            <SuggestedMarks {...props} scale={scale} size={size} />
            <MaskMarks {...props} size={size} draft={brush.draft} />
            <PolygonMarks
              {...props}
              scale={scale}
              draft={polygon}
              isListening={tool === "polygon" && polygon.points.length === 0}
            />
          </>
        )}
      </PictureStage>
    </>
  );
}
