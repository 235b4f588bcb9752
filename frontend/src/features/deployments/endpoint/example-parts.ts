import type { Column, InputSpec } from "@/components/inputs/input-spec";

/** A part of a request in an example: a file of the caller's, or a value. */
export type ExamplePart =
  | { readonly name: string; readonly file: string }
  | { readonly name: string; readonly value: unknown };

/** What an example call sends, by the kind of input. */
export function exampleParts(input: InputSpec): readonly ExamplePart[] {
  switch (input.kind) {
    case "image":
      return [{ name: "image", file: "photo.jpg" }];
    case "audio":
      return [{ name: "sound", file: "recording.wav" }];
    case "video":
      return [{ name: "video", file: "video.mp4" }];
    case "text":
      return [{ name: "text", value: "The room was quiet and clean." }];
    case "text_pair":
      return [
        { name: "text1", value: "How do I send it back?" },
        { name: "text2", value: "How can I return it?" },
      ];
    case "image_text":
      return [
        { name: "image", file: "photo.jpg" },
        { name: "text", value: "a red apple" },
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
