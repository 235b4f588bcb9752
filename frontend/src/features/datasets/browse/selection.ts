/** Which samples are selected, and from where a range would start. Ids are in wall order. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export interface Modifiers {
  readonly shift: boolean;
  readonly toggle: boolean;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

function range(order: readonly string[], from: string, to: string): readonly string[] {
  const start = order.indexOf(from);
  const end = order.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * Choose an item as file managers do: alone it replaces, with ctrl or ⌘ it toggles, with shift it
 * selects from the anchor to here (and with both it adds that range).
 */
export function choose(
  selection: Selection,
  order: readonly string[],
  id: string,
  { shift, toggle }: Modifiers,
): Selection {
  if (shift && selection.anchor !== null) {
    const chosen = range(order, selection.anchor, id);
    return {
      ids: new Set(toggle ? [...selection.ids, ...chosen] : chosen),
      anchor: selection.anchor,
    };
  }
  if (!toggle) return { ids: new Set([id]), anchor: id };
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

export function chooseAll(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order.at(0) ?? null };
}

/** Drop what is no longer on the wall, such as samples just moved to the trash. */
export function keepPresent(selection: Selection, order: readonly string[]): Selection {
  const present = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => present.has(id)));
  if (ids.size === selection.ids.size) return selection;
  return {
    ids,
    anchor: selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null,
  };
}

/** Where an arrow key leads on a wall with so many columns; the edges hold. */
export function step(index: number, key: string, numColumns: number, numItems: number): number {
  const moves: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -numColumns,
    ArrowDown: numColumns,
  };
  if (key === "Home") return 0;
  if (key === "End") return numItems - 1;
  const target = index + (moves[key] ?? 0);
  return target < 0 || target >= numItems ? index : target;
}
