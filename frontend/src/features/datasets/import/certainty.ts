import type { FormatGuess } from "../api/imports/use-detected-format";
import type { PreviewedTable } from "../api/imports/use-column-preview";
import type { TablePreview } from "../api/imports/use-table-preview";

const SURE = 0.6;
/** What any files at all are given. */
const FAINT = 0.1;

/** The one format that files can be in, where nothing else comes near. */
export function onlyFormat([first, ...others]: readonly FormatGuess[]): FormatGuess | undefined {
  if (first === undefined || first.score < SURE) return undefined;
  return others.every(({ score }) => score <= FAINT) ? first : undefined;
}

/** Whether it is known of a table what each column is. */
export function areColumnsClear(table: PreviewedTable | null | undefined): boolean {
  if (table === null || table === undefined || table.numTables > 1) return false;
  const { roles, num_rows: numRows } = table.preview;
  return (
    numRows > 0 &&
    roles.every(
      ({ is_needed, column, reason }) =>
        !(is_needed && column === null) && (reason === null || reason.is_sure),
    )
  );
}

/** Whether it is known how a table is read, and nothing of it would be left out or changed. */
export function isReadingClear(preview: TablePreview | undefined): boolean {
  return (
    preview !== undefined &&
    preview.num_rows > 0 &&
    preview.num_uneven + preview.num_named_anew + preview.notes.length === 0 &&
    preview.reasons.every(({ is_sure }) => is_sure) &&
    preview.columns.every(({ num_infinite, num_odd }) => num_infinite + num_odd === 0)
  );
}
