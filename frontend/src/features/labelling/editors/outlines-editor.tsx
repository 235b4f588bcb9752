import { Segmented, Slider, Spin } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Rect } from "react-konva";

import type { EditorProps } from "./editor";
import styles from "./editors.module.css";
import { MaskMarks } from "./mask-marks";
import { PictureStage, type StageEvent } from "./picture-stage";
import { PolygonMarks } from "./polygon-marks";
import { SuggestedMarks } from "./suggested-marks";
import { useBrush } from "./use-brush";
import { useCutOut } from "./use-cut-out";
import { usePolygon } from "./use-polygon";

type Tool = "polygon" | "brush" | "eraser" | "cutOut";
const TOOLS = ["polygon", "brush", "eraser", "cutOut"] as const;
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
  const cutOut = useCutOut(props, size);
  const move = {
    polygon: polygon.hover,
    brush: brush.move,
    eraser: brush.move,
    cutOut: cutOut.move,
  };
  const down = (event: StageEvent) => {
    if (!mayLabel || label === null) return;
    if (tool === "cutOut") cutOut.begin(event.at);
    else if (tool !== "polygon") brush.begin(event.at);
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
        {(tool === "brush" || tool === "eraser") && (
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
        {cutOut.isBusy && <Spin size="small" />}
      </div>
      <PictureStage
        source={source}
        onDown={down}
        onMove={({ at }) => move[tool](at)}
        onUp={() => (tool === "cutOut" ? cutOut.end() : brush.end())}
        onDoubleClick={() => polygon.closeTwice()}
      >
        {(scale) => (
          <>
            <SuggestedMarks {...props} scale={scale} size={size} />
            {cutOut.preview && (
              <Rect
                x={cutOut.preview.left}
                y={cutOut.preview.top}
                width={cutOut.preview.width}
                height={cutOut.preview.height}
                stroke={label?.color ?? "#8a8d93"}
                strokeWidth={2 / scale}
                dash={[6 / scale, 4 / scale]}
                listening={false}
              />
            )}
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
