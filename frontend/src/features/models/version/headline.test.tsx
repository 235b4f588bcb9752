import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { reportFixture } from "../report/report-fixture";
import type { ModelVersion } from "../types";
import { ClassesPanel } from "./classes-panel";
import { Headline } from "./headline";

const version = { dataset_versions: [], from_scratch: false, size_bytes: 1 } as unknown;
const { classes } = reportFixture();
const report = reportFixture({
  classes: classes.map((item) =>
    item.label === "dog" ? { ...item, num_samples: 0, recall: 0, recall_interval: null } : item,
  ),
  untested: ["dog"],
});

it("says in the head which labels were not tested, in both languages", async () => {
  const head = <Headline version={version as ModelVersion} report={report} media="image" />;
  const { unmount } = await show(head);
  expect(screen.getByRole("note")).toHaveTextContent("1 of 2 labels were tested; dog was not");
  expect(screen.getByText("not tested")).toBeInTheDocument();
  unmount();
  await show(head, { language: "zh-CN" });
  expect(screen.getByRole("note")).toHaveTextContent("2 个标签中测试了 1 个；未测试：dog");
});

it("has the recall of the rarest label beside the headline", async () => {
  await show(<Headline version={version as ModelVersion} report={reportFixture()} media="image" />);
  expect(screen.queryByRole("note")).toBeNull();
  expect(screen.getByText(/dog: 34.* – 100/)).toBeInTheDocument();
});

it("writes no 0 % for a label that was not tested", async () => {
  await show(<ClassesPanel report={report} />);
  const row = screen.getByRole("cell", { name: "dog" }).closest("tr");
  expect(row).not.toHaveTextContent(/(^|[^.\d])0%/);
  expect(screen.getByText("30% – 95%")).toBeInTheDocument();
});
