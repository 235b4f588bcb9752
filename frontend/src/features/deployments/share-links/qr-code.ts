import { encode } from "uqr";

/** Light modules around a code, which readers need. */
const MARGIN = 4;
/** Pixels a side that a module of a downloaded image has at least. */
const MODULE_PIXELS = 16;

/** A QR code: `path` draws the dark modules in a square of `size` modules. */
export interface QrCode {
  size: number;
  path: string;
}

/** Return the QR code of a text. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { border: MARGIN, ecc: "M" });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { size, path };
}

/** Return the code as an SVG file. */
export function svgOf({ size, path }: QrCode): Blob {
  const drawn =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path fill="#000" d="${path}"/></svg>`;
  return new Blob([drawn], { type: "image/svg+xml" });
}

/** Return the code as a PNG file, `null` when the browser draws none. */
export function pngOf({ size, path }: QrCode): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * MODULE_PIXELS;
  const context = canvas.getContext("2d");
  if (context === null) return Promise.resolve(null);
  context.scale(MODULE_PIXELS, MODULE_PIXELS);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = "#000";
  context.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
