import type { CellValue } from "./csv";

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*(?:[-/.月]\s*(?:(\d{1,2})\s*日?)?)?(?:[T\s]+(.+))?$/;
const CLOCK = /^(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Write a time that begins with its year as models read it; anything else stays. */
export function isoTime(cell: CellValue): CellValue {
  const found = typeof cell === "string" ? DAY.exec(cell.trim()) : null;
  if (found === null) return cell;
  const [, year = "", month = "", day = "1", clock] = found;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (clock === undefined) return date;
  const parts = CLOCK.exec(clock);
  if (parts === null) return cell;
  const [, hour = "", rest = "", zone = ""] = parts;
  return `${date}T${hour.padStart(2, "0")}${rest}${zone}`;
}
