import { lazy, Suspense } from "react";

import { RowsSkeleton } from "@/components/ui/skeletons";

import { FileInput } from "./file-input";
import { ImageTextInput } from "./image-text-input";
import type { InputSpec } from "./input-spec";
import type { Question } from "./request";
import { TextInput, TextPairInput } from "./text-input";

const AudioInput = lazy(async () => ({ default: (await import("./audio-input")).AudioInput }));
const TableInput = lazy(async () => ({ default: (await import("./table-input")).TableInput }));
const SeriesInput = lazy(async () => ({ default: (await import("./series-input")).SeriesInput }));

export interface InputPanelProps {
  input: InputSpec;
  disabled?: boolean;
  onAsk: (question: Question) => void;
}

/** A way to give a model what it takes. */
export function InputPanel(props: InputPanelProps) {
  return <Suspense fallback={<RowsSkeleton count={2} />}>{panelOf(props)}</Suspense>;
}

function panelOf({ input, ...rest }: InputPanelProps) {
  switch (input.kind) {
    case "image":
      return <FileInput kind="image" {...rest} />;
    case "video":
      return <FileInput kind="video" {...rest} />;
    case "audio":
      return <AudioInput sampleRate={input.sample_rate} {...rest} />;
    case "text":
      return <TextInput {...rest} />;
    case "text_pair":
      return <TextPairInput {...rest} />;
    case "table":
      return <TableInput input={input} {...rest} />;
    case "series":
      return <SeriesInput input={input} {...rest} />;
    case "image_text":
      return <ImageTextInput {...rest} />;
  }
}

export type AskProps = Omit<InputPanelProps, "input">;
