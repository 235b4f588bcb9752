import { expect, it } from "vitest";

import { qrCodeOf, svgOf } from "./qr-code";

const ADDRESS = "https://easel.example/share/7jHrkRfwTEOSRzxrbQ8raQ.rhSIdocJsGt4OCOzOOmGq77PcZJlrT";

/** The dark modules of a drawn code. */
function modules(path: string): Set<string> {
  return new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
}

it("draws the three corners by which readers find a code, with light around it", () => {
  const { size, path } = qrCodeOf(ADDRESS);
  const dark = modules(path);
  const corners = [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const;
  for (const [left, top] of corners) {
    for (let step = 0; step < 7; step += 1) {
      expect(dark.has(`${left + step},${top}`)).toBe(true);
      expect(dark.has(`${left},${top + step}`)).toBe(true);
    }
    expect(dark.has(`${left + 1},${top + 1}`)).toBe(false);
    expect(dark.has(`${left + 3},${top + 3}`)).toBe(true);
  }
  for (const place of dark) {
    const [x = 0, y = 0] = place.split(",").map(Number);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x, y)).toBeLessThan(size - 4);
  }
});

it("draws other texts otherwise", () => {
  expect(qrCodeOf(ADDRESS).path).not.toBe(qrCodeOf(`${ADDRESS}x`).path);
});

it("is saved with a white ground", async () => {
  const code = qrCodeOf(ADDRESS);
  const file = svgOf(code);
  const text = await file.text();
  expect(file.type).toBe("image/svg+xml");
  expect(text).toContain(`viewBox="0 0 ${code.size} ${code.size}"`);
  expect(text).toContain('fill="#fff"');
  expect(text).toContain(code.path);
});
