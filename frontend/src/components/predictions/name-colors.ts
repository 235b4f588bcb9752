const NUM_COLORS = 8;

/** The colours that people gave to names. */
export type GivenColors = ReadonlyMap<string, string>;

/** A CSS colour for each name: its own, or by the order they are first met; the ninth begins again. */
export function colorsOf(names: Iterable<string>, given?: GivenColors): GivenColors {
  const colors = new Map<string, string>();
  for (const name of names) {
    if (colors.has(name)) continue;
    colors.set(name, given?.get(name) ?? `var(--series-${(colors.size % NUM_COLORS) + 1})`);
  }
  return colors;
}

/** The position of a colour in the series, for canvases that know no CSS variables. */
export function colorIndex(names: readonly string[], name: string): number {
  return Math.max(0, names.indexOf(name)) % NUM_COLORS;
}
