import type { Rectangle } from "../../model/rectangle";
import type { Click } from "../../model/segment-draft";
import type { View } from "./paint-annotations";
import type { ImagePoint } from "./use-pointers";

type Context = CanvasRenderingContext2D;

/** Draw a box that is being pulled up. */
export function paintRubber(
  context: Context,
  box: Rectangle | null,
  color: string,
  { scale }: View,
): void {
  if (box === null) return;
  context.strokeStyle = color;
  context.lineWidth = 2 / scale;
  context.setLineDash([6 / scale, 4 / scale]);
  context.strokeRect(box.left, box.top, box.width, box.height);
  context.setLineDash([]);
}

/** Draw the corners that were set, and the line to where the next one would be. */
export function paintCorners(
  context: Context,
  points: readonly ImagePoint[],
  next: ImagePoint | null,
  color: string,
  { scale }: View,
): void {
  const [first, ...rest] = points;
  if (first === undefined) return;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = 2 / scale;
  context.setLineDash([6 / scale, 4 / scale]);
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of next === null ? rest : [...rest, next]) context.lineTo(x, y);
  context.stroke();
  context.setLineDash([]);
  for (const { x, y } of points) {
    context.beginPath();
    context.arc(x, y, 4 / scale, 0, 2 * Math.PI);
    context.fill();
  }
}

const CLICK_COLORS = { on: "#1a9c4c", off: "#d4342f" };
const CLICK_RADIUS = 5;

/** Draw the clicks on a thing, and those beside it, each with its sign. */
export function paintClicks(context: Context, clicks: readonly Click[], { scale }: View): void {
  const radius = CLICK_RADIUS / scale;
  for (const { at, isPositive } of clicks) {
    context.beginPath();
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    context.fillStyle = isPositive ? CLICK_COLORS.on : CLICK_COLORS.off;
    context.fill();
    context.strokeStyle = "#fff";
    context.lineWidth = 1.5 / scale;
    context.stroke();
    context.beginPath();
    context.moveTo(at.x - radius / 2, at.y);
    context.lineTo(at.x + radius / 2, at.y);
    if (isPositive) {
      context.moveTo(at.x, at.y - radius / 2);
      context.lineTo(at.x, at.y + radius / 2);
    }
    context.stroke();
  }
}
