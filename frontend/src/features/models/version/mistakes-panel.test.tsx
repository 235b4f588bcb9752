import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { reportFixture } from "../report/report-fixture";
import { MatrixPanel } from "./matrix-panel";
import { MistakesPanel } from "./mistakes-panel";
import { ThresholdPanel } from "./threshold-panel";

const report = reportFixture();

function Both() {
  return (
    <>
      <MatrixPanel report={report} />
      <MistakesPanel
        report={report}
        media="image"
        versionId="4b8e3f52-0d3a-4f5d-9d2c-6a0f0c1d2e3f"
        sampleLink={(id) => `/samples/${id}`}
      />
    </>
  );
}

it("opens the samples of a confusion cell and keeps the cell in the address", async () => {
  const { router } = await show(<Both />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /2 of 2 samples of “dog”/ }));
  expect(router.state.location.search).toBe("?actual=dog&predicted=dog");
  expect(screen.getByText(/These were right/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /1 of 4 samples of “cat”/ }));
  expect(screen.getByRole("link", { name: "cat_4.png" })).toHaveAttribute(
    "href",
    expect.stringContaining(report.mistakes[0]?.sample_id ?? "missing"),
  );
});

it("lays the heat map over a mistake when asked to", async () => {
  const { container } = await show(<Both />, { at: "/?actual=cat&predicted=dog" });
  expect(container.querySelector('img[src*="heatmaps"]')).toBeNull();
  await userEvent.setup().click(screen.getByRole("switch"));
  expect(container.querySelector('img[src$="/heatmaps/mistake-0.png"]')).not.toBeNull();
});

it("shows what the threshold in the address gives for one label", async () => {
  await show(<ThresholdPanel report={report} />, { at: "/?class=cat&threshold=0.90" });
  expect(screen.getByText("25%")).toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole("button", { name: "Recommended: 0.40" }));
  expect(await screen.findByText("75%")).toBeInTheDocument();
});
