import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import type { Finding, FoundSample } from "../api/quality/quality-keys";
import { FindingCard } from "./finding-card";

const FINDING: Finding = {
  id: "f1",
  kind: "near_duplicate",
  severity: "warning",
  num_samples: 12,
  num_groups: 5,
  num_open: 7,
  params: {},
  fixes: ["keep_one"],
  first: [],
  fix: null,
};

const mutate = vi.hoisted(() => vi.fn());
vi.mock("@/api/project", () => ({ useMay: () => true }));
vi.mock("../dataset-context", () => ({
  useThisDataset: () => ({ id: "d1", task: "image.classification" }),
}));
const found = vi.hoisted(() => ({ data: [] as FoundSample[] }));
vi.mock("../api/quality/use-found-samples", () => ({ useFoundSamples: () => found }));
vi.mock("../api/quality/use-apply-fix", () => ({ useApplyFix: () => ({ mutate }) }));

it("says before a fix how many samples it changes, and changes none until confirmed", async () => {
  await show(<FindingCard finding={FINDING} />);
  expect(screen.getByRole("link", { name: "12 samples" })).toHaveAttribute(
    "href",
    expect.stringContaining("browse?finding=f1"),
  );
  const verb = "Keep one of each group, trash 7 samples";
  await userEvent.click(screen.getByRole("button", { name: verb }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("can be restored");
  expect(mutate).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: verb }));
  expect(mutate).toHaveBeenCalledWith({ findingId: "f1", kind: "keep_one" }, expect.anything());
});

it("offers no fix where nothing is left to be changed", async () => {
  await show(<FindingCard finding={{ ...FINDING, num_open: 0 }} />);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("says what is wrong with a region and draws where it is", async () => {
  const params = { suggested: "cell", left: 10, top: 20, width: 30, height: 40 };
  const sample = { id: "s1", name: "a.png", width: 640, height: 480, files: {}, excerpt: "" };
  found.data = [
    {
      id: 1,
      sample_id: "s1",
      group: null,
      is_kept: false,
      is_fixed: false,
      score: 0.9,
      suggested: "",
      params,
      sample: sample as unknown as FoundSample["sample"],
    },
  ];
  const view = await show(
    <FindingCard finding={{ ...FINDING, kind: "region_missing", params: { accuracy: 0.9 } }} />,
  );
  expect(screen.getByText("+ cell")).toBeInTheDocument();
  const place = view.container.querySelector("rect");
  expect(place).toHaveAttribute("width", "30");
  expect(place?.closest("svg")).toHaveAttribute("viewBox", "0 0 640 480");
});

it("shows the words in question of a text between those around them", async () => {
  const params = { given: "ORG", suggested: "PER", text: "Ann", before: "met ", after: " in Oslo" };
  found.data = [
    {
      id: 1,
      sample_id: "s1",
      group: null,
      is_kept: false,
      is_fixed: false,
      score: 0.9,
      suggested: "",
      params,
      sample: { id: "s1", name: "a.txt", files: {} } as unknown as FoundSample["sample"],
    },
  ];
  await show(
    <FindingCard finding={{ ...FINDING, kind: "region_mislabelled", params: { accuracy: 0.9 } }} />,
  );
  expect(screen.getByText("Ann").tagName).toBe("MARK");
  expect(screen.getByText("Ann").parentElement).toHaveTextContent("met Ann in Oslo");
  expect(screen.getByText("ORG → PER")).toBeInTheDocument();
});

it("calls a mirror image so among the leaks", async () => {
  found.data = [
    {
      id: 1,
      sample_id: "s1",
      group: 0,
      is_kept: false,
      is_fixed: false,
      score: 0,
      suggested: "",
      params: { split: "test", mirrored: true },
      sample: {
        id: "s1",
        name: "a.png",
        files: {},
        excerpt: "",
      } as unknown as FoundSample["sample"],
    },
  ];
  await show(<FindingCard finding={{ ...FINDING, kind: "split_leak" }} />);
  expect(screen.getByText("mirrored")).toBeInTheDocument();
});
