import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { SampleDetail } from "@/api/datasets";
import { show } from "@/test/render";

import { SampleHistory } from "./sample-history";

type Revision = SampleDetail["history"][number];

const REVISION: Revision = {
  number: 1,
  labels: [],
  is_negative: false,
  num_regions: 0,
  num_relations: 0,
  texts: [],
  value: null,
  source: "human",
  author: null,
  created_at: "2026-11-20T12:00:00Z",
};

it.each([
  ["regions and relations", { num_regions: 3, num_relations: 1 }, false, "3 regions · 1 relation"],
  ["a transcript", { texts: ["open the door"] }, false, "open the door"],
  ["a score", { value: 2.5 }, false, "2.5"],
  ["something that is not told", {}, false, "Annotated"],
  ["none of the labels", {}, true, "None of the labels"],
  ["nothing to be found", { is_negative: true }, false, "Nothing there"],
  ["no annotation", { labels: null }, false, "Unlabelled"],
])("a revision with %s says so", async (_, fields, isClassification, text) => {
  await show(
    <SampleHistory
      history={[{ ...REVISION, ...fields }]}
      labels={[]}
      isClassification={isClassification}
    />,
  );
  expect(await screen.findByText(text)).toBeInTheDocument();
});
