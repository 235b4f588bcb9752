import type {
  GivenMapping,
  PreviewedRole,
  PreviewedTable,
} from "../api/imports/use-column-preview";

/** Say of every role what is shown now, with one change; a column has one role. */
export function mappingWith(
  roles: readonly PreviewedRole[],
  role: PreviewedRole["role"],
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
export function mappingToSend(table: PreviewedTable | null, given: GivenMapping): GivenMapping {
  const [first] = table?.preview.roles ?? [];
  const isChosen = given.columns !== undefined || given.without !== undefined;
  if (isChosen || table === null || table.numTables > 1 || first === undefined) return given;
  return mappingWith(table.preview.roles, first.role, first.column);
}
