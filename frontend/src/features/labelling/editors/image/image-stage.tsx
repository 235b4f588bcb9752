import type Konva from "konva";
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type Ref,
} from "react";
import { useTranslation } from "react-i18next";
import { Image as KonvaImage, Layer, Shape, Stage } from "react-konva";

import type { Source } from "@/components/media/source";

import styles from "../editors.module.css";
import { paintAnnotations, type Annotation, type View } from "./paint-annotations";
import { usePointers, type StageHandlers } from "./use-pointers";
import { levelFor, levelsOf } from "../audio/sharp-levels";
import { useStageView } from "./use-stage-view";

/** What an editor may ask of its stage. */
export interface StageControls {
  /** Draw what is worked on again; nothing else is. */
  redraw: () => void;
  view: () => View;
}

interface ImageStageProps extends StageHandlers {
  source: Source;
  ref: Ref<StageControls>;
  /** All annotations but those that are worked on, lowest first. */
  annotations: readonly Annotation[];
  /** How full annotations are, from 0 to 1. */
  fill: number;
  /** Draws what is worked on, in pixels of the image; called for every frame that shows it. */
  paint: (context: CanvasRenderingContext2D, view: View) => void;
  cursor: CSSProperties["cursor"];
}

const SMOOTH_UP_TO = 4;

/**
 * An image to draw on: it fits the window, the wheel and two fingers zoom, Shift with the wheel or
 * the middle button moves it.
 *
 * There are three sheets: the image, its annotations, and what is worked on. Moving and zooming changes
 * how the sheets are placed and draws them again without React; work draws the last of them alone.
 * No shape is an object of Konva's: thousands of them would each be asked for every pointer move.
 */
export function ImageStage(props: ImageStageProps) {
  const { source, ref, annotations, fill, paint, cursor } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<Konva.Image>(null);
  const imageSheet = useRef<Konva.Layer>(null);
  const annotationSheet = useRef<Konva.Layer>(null);
  const workSheet = useRef<Konva.Layer>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const image = useImage(source.url);
  const isReady = image !== undefined && image !== "broken" && size.width > 0;
  const extent = isReady
    ? { width: image.naturalWidth, height: image.naturalHeight }
    : { width: 1, height: 1 };
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const stage = useStageView(size, extent);
  useEffect(() => {
    if (!isReady) return;
    const levels = levelsOf(image);
    return stage.listen((view) => {
      shown.current?.image(levelFor(levels, view.scale));
      for (const { current: sheet } of [imageSheet, annotationSheet, workSheet]) {
        sheet?.position({ x: view.x, y: view.y });
        sheet?.scale({ x: view.scale, y: view.scale });
        sheet?.batchDraw();
      }
      imageSheet.current?.imageSmoothingEnabled(view.scale < SMOOTH_UP_TO);
    });
  }, [isReady, image, stage]);
  useImperativeHandle(
    ref,
    () => ({ redraw: () => workSheet.current?.batchDraw(), view: stage.view }),
    [stage],
  );
  const pointers = usePointers(frame, stage, props);
  if (image === "broken") return <p role="alert">{t("labelling.broken")}</p>;

  return (
    <div
      ref={frame}
      className={styles.canvas}
      style={{ cursor }}
      aria-label={source.name}
      role="application"
      {...pointers}
    >
      {isReady && (
        <Stage width={size.width} height={size.height} listening={false}>
          <Layer ref={imageSheet} listening={false}>
            <KonvaImage ref={shown} image={image} {...extent} />
          </Layer>
          <Layer ref={annotationSheet} listening={false}>
            <Shape
              sceneFunc={({ _context }) =>
                paintAnnotations(_context, annotations, stage.view(), fill)
              }
              perfectDrawEnabled={false}
            />
          </Layer>
          <Layer ref={workSheet} listening={false}>
            <Shape
              sceneFunc={({ _context }) => paint(_context, stage.view())}
              perfectDrawEnabled={false}
            />
          </Layer>
        </Stage>
      )}
    </div>
  );
}

function useImage(url: string | undefined): HTMLImageElement | "broken" | undefined {
  const [loaded, setLoaded] = useState<HTMLImageElement | "broken">();
  useEffect(() => {
    const image = new Image();
    image.onload = () => setLoaded(image);
    image.onerror = () => setLoaded("broken");
    image.src = url ?? "";
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [url]);
  return loaded;
}
