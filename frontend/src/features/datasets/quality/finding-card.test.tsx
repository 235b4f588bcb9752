import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { show } from "@/test/render";

import type { Finding } from "../api/quality-keys";
import { FindingCard } from "./finding-card";

const FINDING: Finding = {
  id: "f1",
  kind: "near_duplicate",
  severity: "warning",
  num_samples: 12,
  num_groups: 5,
  num_open: 7,
  params: {},
  mends: ["keep_one"],
  first: [],
  mending: null,
};

vi.mock("../dataset-context", () => ({
  useThisDataset: () => ({ id: "d1", task: "image.classification" }),
}));
vi.mock("@/api/project", () => ({ useMay: () => true }));

const answers = vi.fn();
vi.stubGlobal("fetch", answers);

afterEach(() => answers.mockReset());

it("says before a mend how many samples it changes, and changes nothing until it is confirmed", async () => {
  answers.mockImplementation(() =>
    Promise.resolve(
      new Response(JSON.stringify({ results: [], next: null, previous: null }), {
        headers: { "Content-Type": "application/json" },
      }),
    ),
  );
  await show(<FindingCard finding={FINDING} />);
  expect(screen.getByRole("link", { name: "12 samples" })).toHaveAttribute(
    "href",
    expect.stringContaining("browse?finding=f1"),
  );
  const verb = "Keep one of each group, trash 7 samples";
  await userEvent.click(await screen.findByRole("button", { name: verb }));
  const posted = () =>
    answers.mock.calls.filter(([request]) => (request as Request).method === "POST");
  expect(await screen.findByRole("dialog")).toHaveTextContent("can be restored");
  expect(posted()).toHaveLength(0);
  const confirm = screen.getAllByRole("button", { name: verb }).at(-1);
  if (confirm !== undefined) await userEvent.click(confirm);
  await waitFor(() => expect(posted()).toHaveLength(1));
});

it("offers no mend where nothing is left to be changed", async () => {
  answers.mockImplementation(() => new Promise(() => undefined));
  await show(<FindingCard finding={{ ...FINDING, num_open: 0 }} />);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
