import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import styles from "./media.module.css";
import type { Source } from "./source";
import { FITTED, panned, zoomed, type View } from "./zoom";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface ImageViewProps {
  source: Source;
  /** Drawn over the image, in a box of exactly its place and shape. */
  overlay?: (size: ImageSize) => ReactNode;
  /** CSS length that the image is not taller than. */
  maxHeight?: string;
  /** Without buttons and zoom: a small image among others. */
  plain?: boolean;
}

const STEP = 1.4;

/** An image to look at closely: buttons, Ctrl and wheel, and dragging; what is drawn over it stays sharp. */
export function ImageView({ source, overlay, maxHeight = "60vh", plain }: ImageViewProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [natural, setNatural] = useState<ImageSize>();
  const [isBroken, setBroken] = useState(false);
  const [view, setView] = useState<View>(FITTED);
  const size = sizeOf(source) ?? natural;

  // React attaches wheel listeners passively, and then the page would zoom as well.
  useEffect(() => {
    const target = frame.current;
    if (target === null || plain) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = target.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2;
      const y = event.clientY - box.top - box.height / 2;
      setView((old) => zoomed(old, Math.exp(-event.deltaY / 400), x, y));
    };
    target.addEventListener("wheel", onWheel, { passive: false });
    return () => target.removeEventListener("wheel", onWheel);
  }, [plain]);

  if (isBroken) return <p className={styles.broken}>{t("media.broken")}</p>;
  const pan = (event: PointerEvent) => {
    if (event.buttons === 1 && view.scale > 1) {
      setView((old) => panned(old, event.movementX, event.movementY));
    }
  };
  const shape = size && {
    aspectRatio: `${size.width} / ${size.height}`,
    width: `min(100%, calc(${maxHeight} * ${size.width / size.height}))`,
  };
  return (
    <div className={styles.image}>
      <div
        ref={frame}
        className={styles.frame}
        style={{ ...shape, maxHeight, cursor: view.scale > 1 ? "grab" : undefined }}
        onPointerMove={plain ? undefined : pan}
      >
        <div
          className={styles.canvas}
          // The size grows instead of a transform, so that lines and names keep theirs.
          style={{
            width: `${view.scale * 100}%`,
            height: size && `${view.scale * 100}%`,
            transform: `translate(${view.x}px, ${view.y}px)`,
            left: `${(1 - view.scale) * 50}%`,
            top: size && `${(1 - view.scale) * 50}%`,
          }}
        >
          <img
            src={plain ? (source.thumbnail ?? source.url) : source.url}
            alt={source.name}
            draggable={false}
            onLoad={({ currentTarget: image }) =>
              setNatural({ width: image.naturalWidth, height: image.naturalHeight })
            }
            onError={() => setBroken(true)}
          />
          {size !== undefined && overlay?.(size)}
        </div>
      </div>
      {!plain && (
        <div className={styles.zoom}>
          <ZoomButton
            label={t("media.zoomIn")}
            icon={<ZoomInOutlined />}
            onClick={() => setView((old) => zoomed(old, STEP, 0, 0))}
          />
          <ZoomButton
            label={t("media.zoomOut")}
            icon={<ZoomOutOutlined />}
            disabled={view.scale === 1}
            onClick={() => setView((old) => zoomed(old, 1 / STEP, 0, 0))}
          />
          <ZoomButton
            label={t("media.fit")}
            icon={<CompressOutlined />}
            disabled={view.scale === 1}
            onClick={() => setView(FITTED)}
          />
        </div>
      )}
    </div>
  );
}

function sizeOf({ width, height }: Source): ImageSize | undefined {
  return width && height ? { width, height } : undefined;
}

interface ZoomButtonProps {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function ZoomButton({ label, ...rest }: ZoomButtonProps) {
  return <Button size="small" type="text" aria-label={label} title={label} {...rest} />;
}
