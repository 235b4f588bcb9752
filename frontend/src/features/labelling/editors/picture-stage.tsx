import type Konva from "konva";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Image as KonvaImage, Layer, Stage } from "react-konva";

import type { Source } from "@/components/media/source";

import styles from "./editors.module.css";

export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

export interface StageEvent {
  /** Where the pointer is, in pixels of the picture. */
  readonly at: PicturePoint;
  /** The pointer is over the picture itself, not over a mark. */
  readonly isOnPicture: boolean;
  readonly shift: boolean;
}

interface PictureStageProps {
  source: Source;
  onDown?: (event: StageEvent) => void;
  onMove?: (event: StageEvent) => void;
  onUp?: (event: StageEvent) => void;
  onDoubleClick?: (event: StageEvent) => void;
  /** Marks, in pixels of the picture; `scale` is how large one of these is on the screen. */
  children: (scale: number, size: { width: number; height: number }) => ReactNode;
}

const PADDING = 24;
const MAX_SCALE = 40;

/** A picture to draw on: it fits the window, the wheel zooms, and Shift with the wheel moves it. */
export function PictureStage({ source, children, ...handlers }: PictureStageProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [view, setView] = useState({ zoom: 1, x: 0, y: 0 });
  const image = useImage(source.url);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (image === "broken") return <p role="alert">{t("labelling.broken")}</p>;
  const picture = image && { width: image.naturalWidth, height: image.naturalHeight };
  const fit = picture
    ? Math.min(
        (size.width - PADDING) / picture.width,
        (size.height - PADDING) / picture.height,
        MAX_SCALE,
      )
    : 1;
  const scale = Math.max(0.01, fit * view.zoom);
  const x = view.x + (size.width - (picture?.width ?? 0) * scale) / 2;
  const y = view.y + (size.height - (picture?.height ?? 0) * scale) / 2;

  const told =
    (tell: ((event: StageEvent) => void) | undefined) =>
    ({ evt, target }: Konva.KonvaEventObject<PointerEvent | MouseEvent>) => {
      const pointer = target.getStage()?.getPointerPosition();
      if (!pointer || tell === undefined) return;
      tell({
        at: { x: (pointer.x - x) / scale, y: (pointer.y - y) / scale },
        isOnPicture: target.name() === "picture" || target === target.getStage(),
        shift: evt.shiftKey,
      });
    };
  const wheel = ({ evt, target }: Konva.KonvaEventObject<WheelEvent>) => {
    evt.preventDefault();
    if (evt.shiftKey) {
      setView({ ...view, x: view.x - evt.deltaX, y: view.y - evt.deltaY });
      return;
    }
    const pointer = target.getStage()?.getPointerPosition() ?? { x: 0, y: 0 };
    const zoom = Math.min(MAX_SCALE / fit, Math.max(1, view.zoom * Math.exp(-evt.deltaY / 400)));
    const ratio = zoom / view.zoom;
    const centre = { x: pointer.x - size.width / 2, y: pointer.y - size.height / 2 };
    setView(
      zoom === 1
        ? { zoom, x: 0, y: 0 }
        : {
            zoom,
            x: centre.x - (centre.x - view.x) * ratio,
            y: centre.y - (centre.y - view.y) * ratio,
          },
    );
  };
  return (
    <div ref={frame} className={styles.canvas} aria-label={source.name} role="application">
      {picture !== undefined && (
        <Stage
          width={size.width}
          height={size.height}
          onWheel={wheel}
          onPointerDown={told(handlers.onDown)}
          onPointerMove={told(handlers.onMove)}
          onPointerUp={told(handlers.onUp)}
          onDblClick={told(handlers.onDoubleClick)}
        >
          <Layer x={x} y={y} scaleX={scale} scaleY={scale}>
            <KonvaImage name="picture" image={image} imageSmoothingEnabled={scale < 4} />
            {children(scale, picture)}
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
