import { Segmented, Slider, Spin } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { newId, withRegion, type Region } from "../../model/annotations";
import { useSegmenter } from "../../api/use-segmenter";
import { shapeOf } from "../../model/annotation-shapes";
import type { EditorProps } from "../editor";
import styles from "../editors.module.css";
import { LayersPanel } from "./layers-panel";
import { paintClicks, paintCorners, paintRubber } from "./paint-drafts";
import { paintAnnotation } from "./paint-annotations";
import { ImageStage, type StageControls } from "./image-stage";
import { PointsBar } from "./points-bar";
import { SegmenterBar } from "./segmenter-bar";
import { useBrush } from "./use-brush";
import { useCorners } from "./use-corners";
import { useCutOut } from "./use-cut-out";
import { useKeyPoints } from "./use-key-points";
import { useLayers } from "./use-layers";
import { useAnnotationKeys } from "../use-annotation-keys";
import { NO_COLOR, useAnnotations } from "../use-annotations";
import type { StageEvent } from "./use-pointers";
import { useSegment } from "./use-segment";
import { useShapeWork } from "./use-shape-work";
import { useToolKeys } from "./use-tool-keys";

type Tool = "choose" | "polygon" | "brush" | "eraser" | "cutOut" | "points";
const TOOLS = ["choose", "polygon", "brush", "eraser", "cutOut", "points"] as const;
/** Where points are placed, the outline under them stays where it is. */
const POINTS_ONLY = ["point"] as const;
const TOOL_KEYS = { v: "choose", g: "polygon", b: "brush", e: "eraser", c: "cutOut" } as const;
const MAX_RADIUS = 80;

/** The exact shape of things: corner by corner, or painted. */
export function OutlinesEditor(props: EditorProps & { hasPoints?: boolean }) {
  const { sample, source, labels, annotations, label, mayLabel, onSelect, onChange, hasPoints } =
    props;
  const { t } = useTranslation();
  const [tool, setTool] = useState<Tool>("polygon");
  const [radius, setRadius] = useState(12);
  const size = { width: sample.width ?? 1, height: sample.height ?? 1 };
  const stage = useRef<StageControls>(null);
  const layers = useLayers(sample);
  const drawn = useAnnotations(props, layers);
  const work = useShapeWork(props, { size, layers, drawn, stage });
  const isPainting = tool === "brush" || tool === "eraser";
  const corners = useCorners({
    isOn: tool === "polygon",
    stage,
    least: 3,
    onClose: (points) => {
      if (label === null) return;
      const ring = points.map(({ x, y }) => [within(x, size.width), within(y, size.height)]);
      const geometry = { kind: "polygon" as const, rings: [ring] };
      const region: Region = { id: newId(), labelId: label.id, geometry, text: null };
      onChange(withRegion(annotations, region));
      onSelect(region.id);
    },
  });
  const brush = useBrush(props, stage, size, radius, tool === "eraser" ? 0 : 1);
  const segmenter = useSegmenter(sample.id, tool === "cutOut" && mayLabel);
  const hasModel = segmenter.status?.state === "ready";
  const classical = useCutOut(props, stage, size);
  const segment = useSegment(props, {
    isOn: tool === "cutOut" && hasModel,
    stage,
    size,
    onLost: segmenter.lost,
  });
  const cutOut = hasModel ? segment : classical;
  const grow = (by: number) => () => {
    if (!isPainting) return false;
    setRadius(Math.min(MAX_RADIUS, Math.max(1, radius + by)));
    return true;
  };
  useToolKeys(labels, {
    "[": grow(-2),
    "]": grow(2),
    k: hasPoints ? () => setTool("points") : undefined,
    ...Object.fromEntries(
      Object.entries(TOOL_KEYS).map(([key, value]) => [key, () => setTool(value)]),
    ),
  });
  const points = useKeyPoints(props, work.chosen, size);
  const tools = TOOLS.filter((one) => one !== "points" || hasPoints);
  useAnnotationKeys(props, { size, layers, drawn, work });

  const down = (event: StageEvent) => {
    const mayDraw = mayLabel && label !== null;
    if (isPainting && mayDraw && !event.alt) {
      const isLocked = work.chosen !== undefined && !work.mayChange;
      if (!isLocked) brush.begin(event.at);
    } else if (tool === "cutOut" && mayDraw) cutOut.begin(event.at, !event.alt);
    else if (tool === "points" && work.chosen !== undefined) {
      if (work.begin(event, POINTS_ONLY)) return;
      if (work.isOverOther(event)) work.pick(event);
      else if (work.mayChange) points.place(event.at);
    } else if (corners.points.length > 0) corners.add(event.at);
    else if (work.begin(event)) return;
    else if (tool !== "polygon" || !mayDraw || (work.isOverAnnotation(event) && !event.shift)) {
      work.pick(event);
    } else {
      onSelect(null);
      corners.add(event.at);
    }
  };
  const move = (event: StageEvent) => {
    if (work.move(event)) return;
    corners.hover(event.at);
    if (isPainting) brush.move(event.at);
    if (tool === "cutOut") cutOut.move(event.at);
  };
  const up = (event: StageEvent) => {
    if (work.end() === "still") work.pick(event);
    if (isPainting) brush.end();
    if (tool === "cutOut") cutOut.end();
    stage.current?.redraw();
  };
  return (
    <>
      <div className={styles.tools}>
        <Segmented<Tool>
          aria-label={t("labelling.editor.tool")}
          value={tool}
          onChange={setTool}
          options={tools.map((value) => ({
            value,
            label:
              value === "cutOut" && hasModel
                ? t("labelling.segmenter.tool", { name: segmenter.status?.name })
                : t(`labelling.editor.tools.${value}`),
          }))}
        />
        {isPainting && (
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
          {label === null
            ? t("labelling.editor.needsLabel")
            : t(
                tool === "cutOut" && hasModel
                  ? "labelling.segmenter.hint"
                  : `labelling.editor.toolHint.${tool}`,
              )}
        </span>
        {cutOut.isBusy && <Spin size="small" />}
      </div>
      {tool === "cutOut" && mayLabel && (
        <SegmenterBar
          status={segmenter.status}
          error={segmenter.error}
          segment={segment}
          onAgain={segmenter.again}
        />
      )}
      {tool === "points" && (
        <PointsBar {...props} chosen={work.chosen} mayChange={work.mayChange} points={points} />
      )}
      <div className={styles.sheet}>
        <ImageStage
          source={source}
          ref={stage}
          annotations={drawn.resting}
          fill={layers.fill}
          cursor="crosshair"
          takesRight={tool === "cutOut" && hasModel}
          paint={(context, view) => {
            const color = label?.color ?? NO_COLOR;
            if (brush.regionId() === null || brush.regionId() !== work.chosen?.id) {
              work.paint(context, view);
            }
            brush.paint(context);
            const found = segment.draft?.answer?.geometry;
            const shape = found && shapeOf(found);
            if (shape) {
              const annotation = { id: "draft", shape, color, title: "", isBold: true };
              paintAnnotation(context, annotation, view, layers.fill);
            }
            paintRubber(context, cutOut.preview(), color, view);
            paintClicks(context, segment.draft?.prompt.points ?? [], view);
            paintCorners(context, corners.points, corners.next.current, color, view);
          }}
          onDown={down}
          onMove={move}
          onUp={up}
          onCancel={() => {
            brush.cancel();
            cutOut.cancel();
            work.cancel();
          }}
          onDoubleClick={corners.closeTwice}
          cursorAt={work.cursorAt}
        />
        <LayersPanel {...props} layers={layers} />
      </div>
    </>
  );
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
