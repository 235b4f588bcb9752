/** How the image is shown: enlarged by `scale` about the middle, then moved by x and y pixels. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const FITTED: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 20;

/** Zoom by a factor, keeping the point under (x, y), counted from the middle, where it is. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  if (scale === 1) return FITTED;
  const ratio = scale / view.scale;
  return { scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
}

export function panned(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x, y: view.y + y };
}
