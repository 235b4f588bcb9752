/** The last moment of a day as a date field names it, in the zone of whoever chose it. */
export function endOfDay(day: string | undefined): string | null {
  return day ? new Date(`${day}T23:59:59`).toISOString() : null;
}

/** The day of a moment, as a date field takes it. */
export function dayOf(moment: string | null): string {
  if (moment === null) return "";
  const at = new Date(moment);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
