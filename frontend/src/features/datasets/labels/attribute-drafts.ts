import type { Label } from "@/api/datasets";

import type { AttributesRequest } from "../api/labels/use-attributes";

type Definition = Label["attributes"][number];
export const ATTRIBUTE_KINDS = ["choice", "flag", "number", "text"] as const;

/** An attribute that is being edited; `before` is its name until now, absent for a new one. */
export interface AttributeDraft {
  readonly key: string;
  readonly name: string;
  readonly kind: Definition["kind"];
  /** The values of a choice, one a line. */
  readonly values: string;
  readonly before: string | null;
}

export function draftsOf(attributes: readonly Definition[]): AttributeDraft[] {
  return attributes.map(({ name, kind, values }) => ({
    key: name,
    name,
    kind,
    values: values.join("\n"),
    before: name,
  }));
}

export function newDraft(): AttributeDraft {
  return { key: crypto.randomUUID(), name: "", kind: "choice", values: "", before: null };
}

/** The values of a choice, each once. */
export function valuesOf({ values }: AttributeDraft): string[] {
  const lines = values.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** Every attribute has a name of its own, and every choice something to choose. */
export function isComplete(drafts: readonly AttributeDraft[]): boolean {
  const names = drafts.map(({ name }) => name.trim());
  return (
    names.every((name) => name !== "") &&
    new Set(names).size === names.length &&
    drafts.every((draft) => draft.kind !== "choice" || valuesOf(draft).length > 0)
  );
}

export function requestOf(
  labelId: string | null,
  drafts: readonly AttributeDraft[],
): AttributesRequest {
  return {
    label_id: labelId,
    attributes: drafts.map((draft) => ({
      name: draft.name.trim(),
      kind: draft.kind,
      values: draft.kind === "choice" ? valuesOf(draft) : [],
      before: draft.before,
    })),
  };
}
