import type { TFunction } from "i18next";

const PART = /^(?<column>.*) · (?<part>days|year|month|day|weekday|hour|minute)(?<value> = .*)?$/s;

/** Name a feature of a table, perhaps with its value, in the reader's language. */
export function featureText(t: TFunction, name: string): string {
  const { column, part, value = "" } = PART.exec(name)?.groups ?? {};
  return part === undefined ? name : `${column} · ${t(`models.timePart.${part}`)}${value}`;
}
