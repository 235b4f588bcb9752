import type { GivenMapping, LookedRole, LookedTable } from "../api/use-column-look";

/** Say of every role what is shown now, with one change; a column has one role. */
export function mappingWith(
  roles: readonly LookedRole[],
  role: LookedRole["role"],
  column: string | null,
): GivenMapping {
  const shown = roles.map((one) => {
    if (one.role === role) return { role, column };
    return { role: one.role, column: one.column === column ? null : one.column };
  });
  return {
    columns: shown.flatMap((one) =>
      one.column === null ? [] : [{ role: one.role, column: one.column }],
    ),
    without: shown.flatMap((one) => (one.column === null ? [one.role] : [])),
  };
}

/** What is sent with an import: what is shown of one table, of several what people said alone. */
export function mappingToSend(table: LookedTable | null, given: GivenMapping): GivenMapping {
  const [first] = table?.look.roles ?? [];
  const isChosen = given.columns !== undefined || given.without !== undefined;
  if (isChosen || table === null || table.numTables > 1 || first === undefined) return given;
  return mappingWith(table.look.roles, first.role, first.column);
}
