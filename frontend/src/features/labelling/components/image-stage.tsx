import {
  useImperativeHandle,
  useRef,
  useState,
  useEffect,
  type PointerEvent,
  type Ref,
} from "react";
import { useTranslation } from "react-i18next";

import { sampleImageUrl, type Sample } from "@/api/datasets";

import { FITTED, panned, zoomed, type View } from "@/components/media/zoom";
import styles from "./image-stage.module.css";

export interface StageControls {
  zoom: (factor: number) => void;
  fit: () => void;
}

interface Props {
  sample: Sample;
  ref: Ref<StageControls>;
}

/** The image as large as the window allows; the wheel zooms where the pointer is, dragging pans. */
export function ImageStage({ sample, ref }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(FITTED);
  const [state, setState] = useState<"loading" | "ready" | "broken">("loading");
  useImperativeHandle(ref, () => ({
    zoom: (factor) => setView((old) => zoomed(old, factor, 0, 0)),
    fit: () => setView(FITTED),
  }));

  // React attaches wheel listeners passively, and then the page would scroll as well.
  useEffect(() => {
    const target = frame.current;
    if (target === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = target.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2;
      const y = event.clientY - box.top - box.height / 2;
      setView((old) => zoomed(old, Math.exp(-event.deltaY / 400), x, y));
    };
    target.addEventListener("wheel", onWheel, { passive: false });
    return () => target.removeEventListener("wheel", onWheel);
  }, []);

  const pan = (event: PointerEvent) => {
    if (event.buttons !== 1 || view.scale === 1) return;
    setView((old) => panned(old, event.movementX, event.movementY));
  };
  return (
    <div
      ref={frame}
      className={styles.stage}
      style={{ cursor: view.scale > 1 ? "grab" : undefined }}
      onPointerMove={pan}
      onDoubleClick={() => setView((old) => (old.scale > 1 ? FITTED : zoomed(old, 3, 0, 0)))}
    >
      {state === "broken" ? (
        <p role="alert">{t("labelling.broken")}</p>
      ) : (
        <img
          src={sampleImageUrl(sample.id)}
          alt={sample.name}
          draggable={false}
          className={`${styles.image} ${Math.max(sample.width ?? 0, sample.height ?? 0) < 256 ? styles.small : ""}`}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onLoad={() => setState("ready")}
          onError={() => setState("broken")}
        />
      )}
      <p className={styles.name}>
        {sample.name} · {t("labelling.pixels", { width: sample.width, height: sample.height })}
        {view.scale > 1 && ` · ${t("labelling.zoom", { scale: Math.round(view.scale * 100) })}`}
      </p>
    </div>
  );
}
