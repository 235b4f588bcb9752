/** Which images of a batch page are selected; ids are in page order. */
export interface GridSelection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

/** A plain click toggles, since a batch is collected one by one; shift takes the range as well. */
export function chooseInGrid(
  { ids, anchor }: GridSelection,
  order: readonly string[],
  id: string,
  { shift }: { readonly shift: boolean },
): GridSelection {
  const next = new Set(ids);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  if (shift && from >= 0) {
    const to = order.indexOf(id);
    for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
    return { ids: next, anchor };
  }
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Where an arrow key leads in a grid with so many columns; the edges hold. */
export function stepInGrid(
  index: number,
  key: string,
  numColumns: number,
  numItems: number,
): number {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -numColumns,
    ArrowDown: numColumns,
  };
  const target = index + (moves[key] ?? 0);
  return target < 0 || target >= numItems ? index : target;
}
