import { useEffect, useRef, useState, type RefObject } from "react";

import { maskCounts } from "@/components/predictions/run-lengths";

import { newId, withRegion } from "../../model/annotations";
import { between, isLargeEnough, type Rectangle } from "../../model/rectangle";
import type { CutOutRequest } from "./cut-out.worker";
import type { EditorProps } from "../editor";
import type { StageControls } from "./image-stage";
import type { ImagePoint } from "./use-pointers";

/** Room around the box, as a share of it, that shows what the thing is not. */
const MARGIN = 0.25;
/** The longer side of the piece that is looked at: more takes longer and finds no better edge. */
const MAX_SIDE = 200;
/** A click looks at this share of the image's shorter side around it. */
const CLICK_SHARE = 0.25;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draw a box around a thing, or click on it, and get its mask: classical, with no model. */
export function useCutOut(props: EditorProps, stage: RefObject<StageControls | null>, size: Size) {
  const { source, label, annotations, onChange, onSelect } = props;
  const drawing = useRef<{ from: ImagePoint; to: ImagePoint } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);

  const cut = async (box: Rectangle) => {
    if (source.url === undefined || label === null) return;
    setBusy(true);
    try {
      const { around, scale, piece } = await pieceOf(source.url, box, size);
      const local = {
        left: (box.left - around.left) * scale,
        top: (box.top - around.top) * scale,
        width: box.width * scale,
        height: box.height * scale,
      };
      worker.current ??= new Worker(new URL("./cut-out.worker.ts", import.meta.url), {
        type: "module",
      });
      const mask = await asked(worker.current, { piece, box: local });
      const pixels = enlarged(mask, piece, around, scale, size);
      if (!pixels.includes(1)) return;
      const id = newId();
      const counts = maskCounts(pixels, size.width, size.height);
      const geometry = { kind: "mask" as const, size: [size.height, size.width], counts };
      onChange(withRegion(annotations, { id, labelId: label.id, geometry, text: null }));
      onSelect(id);
    } finally {
      setBusy(false);
    }
  };
  const put = (next: typeof drawing.current) => {
    drawing.current = next;
    stage.current?.redraw();
  };
  return {
    isBusy,
    /** The box that is being pulled up; read while drawing. */
    preview: () => drawing.current && between(drawing.current.from, drawing.current.to, size),
    begin: (at: ImagePoint) => {
      if (!isBusy) put({ from: at, to: at });
    },
    move: (at: ImagePoint) => {
      if (drawing.current !== null) put({ ...drawing.current, to: at });
    },
    cancel: () => put(null),
    end: () => {
      if (drawing.current === null) return;
      const { from, to } = drawing.current;
      put(null);
      const box = between(from, to, size);
      void cut(isLargeEnough(box) ? box : aroundClick(to, size));
    },
  };
}

function aroundClick({ x, y }: ImagePoint, size: Size): Rectangle {
  const half = (Math.min(size.width, size.height) * CLICK_SHARE) / 2;
  return between({ x: x - half, y: y - half }, { x: x + half, y: y + half }, size);
}

/** The piece of an image around a box, scaled down where it is large. */
async function pieceOf(url: string, box: Rectangle, size: Size) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const [right, down] = [box.width * MARGIN + 4, box.height * MARGIN + 4];
  const around = between(
    { x: box.left - right, y: box.top - down },
    { x: box.left + box.width + right, y: box.top + box.height + down },
    size,
  );
  const scale = Math.min(1, MAX_SIDE / Math.max(around.width, around.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(around.width * scale));
  canvas.height = Math.max(1, Math.round(around.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("The browser gives no canvas to read pixels from.");
  const { left, top, width, height } = around;
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { around, scale, piece: { data, width: canvas.width, height: canvas.height } };
}

function asked(worker: Worker, request: CutOutRequest): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
}

/** The mask of a piece as a mask of the whole image. */
function enlarged(
  mask: Uint8Array,
  piece: Size,
  around: Rectangle,
  scale: number,
  { width, height }: Size,
): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const bottom = Math.min(height, Math.ceil(around.top + around.height));
  const right = Math.min(width, Math.ceil(around.left + around.width));
  for (let y = Math.floor(around.top); y < bottom; y += 1) {
    const row = Math.min(piece.height - 1, Math.max(0, Math.floor((y + 0.5 - around.top) * scale)));
    for (let x = Math.floor(around.left); x < right; x += 1) {
      const column = Math.floor((x + 0.5 - around.left) * scale);
      const at = row * piece.width + Math.min(piece.width - 1, Math.max(0, column));
      pixels[y * width + x] = mask[at] ?? 0;
    }
  }
  return pixels;
}
