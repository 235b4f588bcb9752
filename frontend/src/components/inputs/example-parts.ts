import type { TFunction } from "i18next";

import type { Column, InputSpec } from "./input-spec";

/** A part of a request in an example: a file of the caller's, or a value. */
export type ExamplePart =
  | { readonly name: string; readonly file: string }
  | { readonly name: string; readonly value: unknown };

export type FilePart = Extract<ExamplePart, { file: string }>;

export const isFile = (part: ExamplePart): part is FilePart => "file" in part;

/** What an example call sends, by the kind of input; its texts are in the language of `t`. */
export function exampleParts(input: InputSpec, t: TFunction): readonly ExamplePart[] {
  switch (input.kind) {
    case "image":
      return [{ name: "image", file: "photo.jpg" }];
    case "audio":
      return [{ name: "sound", file: "recording.wav" }];
    case "video":
      return [{ name: "video", file: "video.mp4" }];
    case "text":
      return [{ name: "text", value: t("inputs.example.text") }];
    case "text_pair":
      return [
        { name: "text1", value: t("inputs.example.text1") },
        { name: "text2", value: t("inputs.example.text2") },
      ];
    case "image_text":
      return [
        { name: "image", file: "photo.jpg" },
        { name: "text", value: t("inputs.example.caption") },
      ];
    case "table":
      return [{ name: "data", value: [rowOf(input.columns)] }];
    case "series":
      return [
        {
          name: "data",
          value: {
            [input.time.name]: ["2024-01-01 00:00:00", "2024-01-01 01:00:00"],
            ...Object.fromEntries(input.targets.map((target) => [target, [10, 15]])),
            ...Object.fromEntries(
              input.covariates.map((column) => [column.name, [valueOf(column), valueOf(column)]]),
            ),
          },
        },
      ];
  }
}

const rowOf = (columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column.name, valueOf(column)]));

function valueOf(column: Column): string | number {
  if (column.kind === "number") return 0;
  return column.kind === "category" ? (column.categories[0] ?? "") : "2024-01-01 00:00:00";
}
