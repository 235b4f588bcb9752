import { Segmented } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { newId, withRegion, type Region } from "../../model/annotations";
import { clockwise, geometryOf, type Corner } from "../../model/quadrilateral";
import { between, isLargeEnough, rounded, type Rectangle } from "../../model/rectangle";
import type { EditorProps } from "../editor";
import styles from "../editors.module.css";
import { LayersPanel } from "./layers-panel";
import { paintCorners, paintRubber } from "./paint-drafts";
import { ImageStage, type StageControls } from "./image-stage";
import { PointsBar } from "./points-bar";
import { RegionText } from "./region-text";
import { useCorners } from "./use-corners";
import { useKeyPoints } from "./use-key-points";
import { useLayers } from "./use-layers";
import { useAnnotationKeys } from "../use-annotation-keys";
import { NO_COLOR, useAnnotations } from "../use-annotations";
import type { ImagePoint, StageEvent } from "./use-pointers";
import { useShapeWork } from "./use-shape-work";
import { useToolKeys } from "./use-tool-keys";

/** Where points are placed, the box under them stays where it is. */
const POINTS_ONLY = ["point"] as const;

type Tool = "box" | "quad" | "points";

/** The hand moved so far, in pixels of the screen: it draws, and does not click. */
const SLIP = 4;

interface BoxesEditorProps extends EditorProps {
  /** Each box has a text: a line of writing. */
  hasText?: boolean;
  /** Objects may have key points. */
  hasPoints?: boolean;
}

/** Boxes around things, upright or turned, or lines of text with what is written there. */
export function BoxesEditor(props: BoxesEditorProps) {
  const {
    sample,
    source,
    labels,
    annotations,
    label,
    mayLabel,
    onSelect,
    onChange,
    hasText,
    hasPoints,
  } = props;
  const { t } = useTranslation();
  const size = { width: sample.width ?? 1, height: sample.height ?? 1 };
  const [tool, setTool] = useState<Tool>("box");
  const stage = useRef<StageControls>(null);
  const pulled = useRef<{ from: ImagePoint; to: ImagePoint; isBox: boolean } | null>(null);
  const layers = useLayers(sample);
  const drawn = useAnnotations(props, layers);
  const work = useShapeWork(props, {
    size,
    layers,
    drawn,
    stage,
    isCornerwise: tool === "quad",
  });
  const mayDraw = mayLabel && (label !== null || hasText === true);
  const add = (geometry: Region["geometry"]) => {
    const region: Region = {
      id: newId(),
      labelId: label?.id ?? null,
      geometry,
      text: hasText ? "" : null,
    };
    onChange(withRegion(annotations, region));
    onSelect(region.id);
  };
  const corners = useCorners({
    isOn: tool === "quad",
    stage,
    least: 4,
    most: 4,
    onClose: (points) => {
      const [a, b, c, d] = points.map(({ x, y }): Corner => [
        within(x, size.width),
        within(y, size.height),
      ]);
      if (a && b && c && d) add(geometryOf(clockwise([a, b, c, d])));
    },
  });
  const points = useKeyPoints(props, work.chosen, size);
  // Lines of text have letters, and no points.
  const tools: Tool[] = hasPoints ? ["box", "quad", "points"] : ["box", "quad"];
  useAnnotationKeys(props, { size, layers, drawn, work });
  useToolKeys(labels, {
    b: () => setTool("box"),
    q: () => setTool("quad"),
    k: hasPoints ? () => setTool("points") : undefined,
  });

  const rubber = (): Rectangle | null =>
    pulled.current?.isBox ? between(pulled.current.from, pulled.current.to, size) : null;
  const down = (event: StageEvent) => {
    const isFree = corners.points.length === 0;
    if (isFree && work.begin(event, tool === "points" ? POINTS_ONLY : undefined)) return;
    pulled.current = { from: event.at, to: event.at, isBox: false };
  };
  const move = (event: StageEvent) => {
    corners.hover(event.at);
    if (work.move(event) || pulled.current === null) return;
    const { from, isBox } = pulled.current;
    const isFar = Math.hypot(event.at.x - from.x, event.at.y - from.y) * event.scale > SLIP;
    const isDrawn = isBox || (isFar && mayDraw && tool === "box");
    pulled.current = { from, to: event.at, isBox: isDrawn };
    if (isDrawn) stage.current?.redraw();
  };
  const up = (event: StageEvent) => {
    const held = work.end();
    const box = rubber();
    const wasDown = pulled.current !== null;
    pulled.current = null;
    stage.current?.redraw();
    if (box !== null) {
      if (isLargeEnough(box)) add({ kind: "box", ...rounded(box) });
    } else if (
      tool === "points" &&
      held !== true &&
      wasDown &&
      work.mayChange &&
      !work.isOverOther(event)
    ) {
      points.place(event.at);
    } else if (held === true || !(wasDown || held === "still")) {
      return;
    } else if (
      tool === "quad" &&
      mayDraw &&
      (corners.points.length > 0 || !work.isOverAnnotation(event))
    ) {
      if (corners.points.length === 0) onSelect(null);
      corners.add(event.at);
    } else work.pick(event);
  };
  return (
    <>
      {hasText && <RegionText {...props} region={work.chosen} />}
      <div className={styles.tools}>
        <Segmented<Tool>
          aria-label={t("labelling.editor.tool")}
          value={tool}
          onChange={setTool}
          options={tools.map((value) => ({ value, label: t(`labelling.editor.tools.${value}`) }))}
        />
        <span className={styles.hint}>
          {t(mayDraw ? `labelling.editor.toolHint.${tool}` : "labelling.editor.needsLabel")}
        </span>
      </div>
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
          paint={(context, view) => {
            const color = label?.color ?? NO_COLOR;
            work.paint(context, view);
            paintRubber(context, rubber(), color, view);
            paintCorners(context, corners.points, corners.next.current, color, view);
          }}
          onDown={down}
          onMove={move}
          onUp={up}
          onCancel={() => {
            pulled.current = null;
            work.cancel();
          }}
          cursorAt={work.cursorAt}
        />
        <LayersPanel {...props} layers={layers} />
      </div>
    </>
  );
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
