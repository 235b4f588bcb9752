import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { ImportProblems } from "./import-problems";

it("says of a table what was changed, without the name of the file a second time", async () => {
  const problem = {
    name: "记录.xlsx",
    code: "cells_merged",
    params: { num: 20 },
    message: "",
  };
  responding({
    "GET /api/v1/imports/i/problems": { body: { next: null, results: [problem] } },
  });
  await show(<ImportProblems importId="i" />, { language: "zh-CN" });
  const shown = await screen.findByText("有 20 个合并单元格跨多行；每一行都填入它的值。", {
    exact: false,
  });
  expect(shown.closest("li")).not.toHaveTextContent("{{");
});
