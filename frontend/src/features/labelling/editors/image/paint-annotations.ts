import type { KeyPoint } from "../../model/annotations";
import type { AnnotationShape } from "../../model/annotation-shapes";
import type { Handle } from "../../model/handles";

/** An annotation as it is drawn; `title` stands at its upper left corner. */
export interface Annotation {
  readonly id: string;
  readonly shape: AnnotationShape;
  readonly color: string;
  readonly title: string;
  /** Dashed: a model suggests it. */
  readonly isProposed?: boolean;
  readonly isBold?: boolean;
  readonly points?: readonly KeyPoint[];
}

/** Which part of the image the window shows; `scale` is how large its pixels are there. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Context = CanvasRenderingContext2D;

/** Pixels of the screen: what is smaller is a spot, and gets neither outline nor title. */
const SPOT = 4;
const LEAST_TITLE_WIDTH = 16;
/** With more annotations in the window than this, their titles would only cover them. */
const MAX_TITLES = 150;

const FILL = { box: 0.25, rings: 0.5, mask: 1.2 };
const BOLD_FILL = 1.6;
const MAX_ALPHA = 0.95;

/** Draw annotations over an image, in its pixels; what lies outside the window costs nothing. */
export function paintAnnotations(
  context: Context,
  annotations: readonly Annotation[],
  view: View,
  fill: number,
): void {
  const shown = annotations.filter(({ shape }) => isInWindow(shape, view));
  context.lineJoin = "round";
  for (const annotation of shown) {
    paintAnnotation(context, annotation, view, fill);
    if (annotation.points !== undefined)
      paintPoints(context, annotation.points, annotation.color, view, false);
  }
  if (shown.length > MAX_TITLES) return;
  const wide = ({ shape }: Annotation) => shape.box.width * view.scale >= LEAST_TITLE_WIDTH;
  for (const annotation of shown.filter(wide)) paintTitle(context, annotation, view);
}

/** Draw one annotation without its title. */
export function paintAnnotation(
  context: Context,
  annotation: Annotation,
  { scale }: View,
  fill: number,
): void {
  const { shape, color, isProposed = false, isBold = false } = annotation;
  const { box } = shape;
  const alpha = Math.min(MAX_ALPHA, fill * FILL[shape.kind] * (isBold ? BOLD_FILL : 1));
  context.fillStyle = color;
  if (Math.max(box.width, box.height) * scale < SPOT) {
    context.fillRect(box.left, box.top, box.width, box.height);
    return;
  }
  context.globalAlpha = isProposed ? (isBold ? alpha : 0) : alpha;
  context.strokeStyle = color;
  context.lineWidth = (isBold ? 3 : 2) / scale;
  if (isProposed) context.setLineDash([6 / scale, 4 / scale]);
  switch (shape.kind) {
    case "box":
      if (context.globalAlpha > 0) context.fillRect(box.left, box.top, box.width, box.height);
      context.globalAlpha = 1;
      context.strokeRect(box.left, box.top, box.width, box.height);
      break;
    case "rings":
      trace(context, shape.rings);
      if (context.globalAlpha > 0) context.fill("evenodd");
      context.globalAlpha = 1;
      context.stroke();
      break;
    case "mask":
      context.globalAlpha = isProposed ? alpha / 2 : alpha;
      context.imageSmoothingEnabled = false;
      context.drawImage(sheetOf(shape, color), box.left, box.top);
      context.globalAlpha = 1;
      if (isBold || isProposed) {
        context.lineWidth = 1 / scale;
        context.strokeRect(box.left, box.top, box.width, box.height);
      }
  }
  if (isProposed) context.setLineDash([]);
}

/** Draw what an annotation is called above it, readable on any image. */
export function paintTitle(context: Context, annotation: Annotation, { scale }: View): void {
  const { title, color, shape, isProposed = false, isBold = false } = annotation;
  if (title === "") return;
  const { x, y } = titlePlace(shape);
  context.save();
  context.translate(x, y);
  // Text of a few pixels is drawn badly when it is scaled up: draw it in pixels of the screen.
  context.scale(1 / scale, 1 / scale);
  const weight = isProposed && !isBold ? "italic" : isBold ? "bold" : "600";
  const font = `${weight} ${isProposed ? 12 : 13}px`;
  paintText(context, title, 3, isProposed ? 14 : -5, font, color);
  context.restore();
}

/** The highest corner: the corner of the box around a turned annotation may lie far off. */
function titlePlace({ box, rings: [ring] }: AnnotationShape): { x: number; y: number } {
  if (ring === undefined) return { x: box.left, y: box.top };
  let highest = 0;
  for (let at = 0; at < ring.length; at += 2) {
    if ((ring[at + 1] ?? 0) < (ring[highest + 1] ?? 0)) highest = at;
  }
  return { x: ring[highest] ?? 0, y: ring[highest + 1] ?? 0 };
}

function paintText(
  context: Context,
  text: string,
  x: number,
  y: number,
  font: string,
  color: string,
): void {
  context.font = `${font} "Inter Variable", "Noto Sans SC Variable", sans-serif`;
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = "#ffffff";
  context.fillStyle = color;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** Draw key points, hollow where they are covered, and with their names if wanted. */
export function paintPoints(
  context: Context,
  points: readonly KeyPoint[],
  color: string,
  { scale }: View,
  isNamed: boolean,
): void {
  for (const { name, x, y, isVisible } of points) {
    context.beginPath();
    context.arc(x, y, (isNamed ? 5 : 3.5) / scale, 0, 2 * Math.PI);
    context.lineWidth = 2 / scale;
    context.fillStyle = isVisible ? color : "#ffffff";
    context.strokeStyle = isVisible ? "#ffffff" : color;
    context.fill();
    context.stroke();
    if (!isNamed) continue;
    context.save();
    context.translate(x, y);
    context.scale(1 / scale, 1 / scale);
    paintText(context, name, 9, 4, "600 12px", color);
    context.restore();
  }
}

/** Draw where an annotation can be taken hold of. */
export function paintHandles(
  context: Context,
  handles: readonly Handle[],
  color: string,
  { scale }: View,
): void {
  context.lineWidth = 2 / scale;
  context.strokeStyle = color;
  context.fillStyle = "#ffffff";
  for (const { target, x, y } of handles) {
    const radius = (target.kind === "edge" ? 3 : 5) / scale;
    context.globalAlpha = target.kind === "edge" ? 0.7 : 1;
    context.beginPath();
    if (target.kind === "side") context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    else context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    if (target.kind !== "turn") continue;
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, radius / 2, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = "#ffffff";
  }
  context.globalAlpha = 1;
}

function trace(context: Context, rings: readonly Float64Array[]): void {
  context.beginPath();
  for (const ring of rings) {
    context.moveTo(ring[0] ?? 0, ring[1] ?? 0);
    for (let at = 2; at < ring.length; at += 2) context.lineTo(ring[at] ?? 0, ring[at + 1] ?? 0);
    context.closePath();
  }
}

function isInWindow({ box }: AnnotationShape, { scale, x, y, width, height }: View): boolean {
  return (
    (box.left + box.width) * scale + x >= 0 &&
    (box.top + box.height) * scale + y >= 0 &&
    box.left * scale + x <= width &&
    box.top * scale + y <= height
  );
}

const sheets = new WeakMap<AnnotationShape, { color: string; canvas: HTMLCanvasElement }>();

/** The pixels of a mask as an image of one colour, drawn once. */
function sheetOf(shape: AnnotationShape, color: string): HTMLCanvasElement {
  const before = sheets.get(shape);
  if (before?.color === color) return before.canvas;
  const canvas = colored(shape.mask ?? { pixels: new Uint8Array(1), width: 1, height: 1 }, color);
  sheets.set(shape, { color, canvas });
  return canvas;
}

/** Pixels as an image of one colour; those that are 0 are clear. */
export function colored(
  { pixels, width, height }: { pixels: Uint8Array; width: number; height: number },
  color: string,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const sheet = context.createImageData(width, height);
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === 1) sheet.data.set([...channels, 255], at * 4);
  }
  context.putImageData(sheet, 0, 0);
  return canvas;
}
