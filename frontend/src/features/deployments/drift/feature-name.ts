import type { TFunction } from "i18next";

const OF_POINTS = new Set(["mean", "spread", "step", "missing"]);

/** What a feature is called: `input.sharpness`, `answer.share.cat`, `input.` and a column. */
export function featureName(t: TFunction, name: string, inputKind: string | undefined): string {
  const [part, rest] = divided(name, name.indexOf("."));
  if (part === "answer") return answerName(t, rest, name);
  if (inputKind === "table") return t("drift.column", { name: rest });
  if (inputKind === "series") {
    const [column, what] = divided(rest, rest.lastIndexOf("."));
    if (OF_POINTS.has(what)) return t(`drift.series.${what}`, { column });
  }
  const [text, what] = divided(rest, rest.indexOf("."));
  if (text === "text1" || text === "text2") {
    return t(`drift.pair.${text}`, { name: t(`drift.input.${what}`, { defaultValue: what }) });
  }
  return t(`drift.input.${rest}`, { defaultValue: name });
}

function answerName(t: TFunction, rest: string, whole: string): string {
  const [kind, what] = divided(rest, rest.indexOf("."));
  if (kind === "share") return t("drift.answerShare", { label: what });
  if (kind === "value" && what !== "") return t("drift.answerValue", { name: what });
  return t(`drift.answer.${rest}`, { defaultValue: whole });
}

function divided(name: string, place: number): [string, string] {
  return place < 0 ? [name, ""] : [name.slice(0, place), name.slice(place + 1)];
}
