import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, it, vi } from "vitest";

import type { Dataset, Label } from "@/api/datasets";
import { startLanguage } from "@/i18n/language";

import { useLabelKeys } from "../use-label-keys";
import { LabelPanel } from "./label-panel";

const dataset: Dataset = {
  id: "d1",
  project_id: "p1",
  name: "Fruit",
  description: "",
  task: "image.classification",
  multi_label: true,
  num_samples: 2,
  num_rows: null,
  num_labelled: 0,
  num_bytes: 10,
  num_trashed: 0,
  num_negative: 0,
  attributes: [],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  latest_version: null,
};
const labels: Label[] = ["apple", "pear"].map((name, position) => ({
  id: name,
  name,
  color: "#0072b2",
  description: "",
  position,
  num_samples: 0,
  num_regions: 0,
  num_relations: 0,
  attributes: [],
}));

function Keys(props: Parameters<typeof useLabelKeys>[0]) {
  useLabelKeys(props);
  return null;
}

async function show(mayLabel = true) {
  const language = await startLanguage("en");
  const onPress = vi.fn();
  const undo = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nextProvider i18n={language}>
        <Keys labels={labels} onLabel={onPress} commands={{ undo }} />
        <LabelPanel
          dataset={dataset}
          labels={labels}
          chosen={["pear"]}
          mayLabel={mayLabel}
          searchRef={createRef<HTMLInputElement>()}
          onPress={onPress}
          onNone={vi.fn()}
          onClear={vi.fn()}
        />
      </I18nextProvider>
    </QueryClientProvider>,
  );
  return { onPress, undo };
}

it("gives a label by its key, and undoes with the usual combination", async () => {
  const { onPress, undo } = await show();
  fireEvent.keyDown(window, { key: "2" });
  expect(onPress).toHaveBeenCalledExactlyOnceWith("pear");
  fireEvent.keyDown(window, { key: "z", ctrlKey: true });
  expect(undo).toHaveBeenCalledOnce();
});

it("takes digits typed into the search box for text", async () => {
  const { onPress } = await show();
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "2" });
  expect(onPress).not.toHaveBeenCalled();
});

it("shows which labels are on, and narrows the list to what is typed", async () => {
  await show();
  expect(screen.getByRole("button", { name: /pear/ })).toHaveAttribute("aria-pressed", "true");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "app" } });
  expect(screen.queryByRole("button", { name: /pear/ })).toBeNull();
  expect(screen.getByText(/Enter gives “apple”/)).toBeInTheDocument();
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "plum" } });
  expect(screen.getByText(/Enter makes the label “plum”/)).toBeInTheDocument();
});

it("lets viewers look but not touch", async () => {
  await show(false);
  expect(screen.getByRole("button", { name: /apple/ })).toBeDisabled();
  expect(screen.getByText(/annotator role/)).toBeInTheDocument();
});
