import type { Rectangle } from "../model/rectangle";
import type { View } from "./paint-marks";
import type { PicturePoint } from "./use-pointers";

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
  points: readonly PicturePoint[],
  next: PicturePoint | null,
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
