import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import type { Label, SampleDetail } from "@/api/datasets";
import { show } from "@/test/render";

import { NOTHING, type Annotations } from "../../model/annotations";
import { RelationsEditor } from "./relations-editor";
import { SpansEditor } from "./spans-editor";

const LABELS = ["person", "place"].map((name, position): Label => ({
  id: `label-${position}`,
  name,
  color: "#0072b2",
  description: "",
  position,
  num_samples: 0,
  num_regions: 0,
  num_relations: 0,
  attributes: [],
}));
const SOURCE = { media: "text", name: "note", text: "👍Ada in Paris" } as const;

function Editing(props: {
  editor: typeof SpansEditor;
  start?: Annotations;
  onChange: (annotations: Annotations) => void;
}) {
  const [annotations, setAnnotations] = useState(props.start ?? NOTHING);
  const [selected, setSelected] = useState<string | null>(null);
  const Editor = props.editor;
  return (
    <Editor
      sample={{} as SampleDetail}
      source={SOURCE}
      labels={LABELS}
      annotations={annotations}
      label={LABELS[0] ?? null}
      onLabel={() => undefined}
      mayLabel
      selected={selected}
      proposed={[]}
      lookedAt={null}
      onLookAt={() => undefined}
      onSelect={setSelected}
      onChange={(next) => {
        setAnnotations(next);
        props.onChange(next);
      }}
    />
  );
}

it("words are marked with the keyboard alone, counted in code points", async () => {
  const onChange = vi.fn<(annotations: Annotations) => void>();
  await show(<Editing editor={SpansEditor} onChange={onChange} />);
  const user = userEvent.setup();
  (await screen.findByRole("application")).focus();
  await user.keyboard("{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}{Enter}");
  expect(onChange.mock.lastCall?.[0].regions).toMatchObject([
    { labelId: "label-0", geometry: { kind: "span", start: 1, end: 4 } },
  ]);
  expect(screen.getByRole("button", { name: /Ada/ })).toBeInTheDocument();
});

it("choosing one annotation and then another relates them", async () => {
  const region = (id: string, start: number, end: number) => ({
    id,
    labelId: "label-1",
    geometry: { kind: "span" as const, start, end },
    text: null,
  });
  const onChange = vi.fn<(annotations: Annotations) => void>();
  await show(
    <Editing
      editor={RelationsEditor}
      start={{ ...NOTHING, regions: [region("a", 1, 4), region("b", 8, 13)] }}
      onChange={onChange}
    />,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByText("Relations"));
  await user.click(screen.getByRole("button", { name: /^Ada/ }));
  await user.click(screen.getByRole("button", { name: /^Paris/ }));
  expect(onChange.mock.lastCall?.[0].relations).toEqual([
    { labelId: "label-0", subject: "a", object: "b" },
  ]);
  expect(screen.getByText("person", { selector: "strong" })).toBeInTheDocument();
});
