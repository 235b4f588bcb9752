import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import type { TablePreview } from "../api/imports/use-table-preview";
import { ReadingForm } from "./reading-form";

const READING: TablePreview["reading"] = {
  skip_rows: 0,
  header: true,
  encoding: "utf-8",
  delimiter: ",",
  decimal: ".",
  thousands: "none",
  date_order: "ymd",
  missing: [],
  sheet: "",
  names: [],
  kinds: [],
};
const PREVIEW = { reading: READING, changed: [], reasons: [] };

it("offers the sheets of a workbook, and no separator or encoding", async () => {
  const onChange = vi.fn();
  show(
    <ReadingForm
      preview={{ ...PREVIEW, sheets: ["说明", "数据"], file_kind: "workbook" }}
      given={{ header: false }}
      onChange={onChange}
    />,
  );
  await userEvent.click(await screen.findByLabelText("Sheet"));
  expect(screen.queryByLabelText("Separator")).toBeNull();
  expect(screen.queryByLabelText("Encoding")).toBeNull();
  await userEvent.click(await screen.findByTitle("数据"));
  expect(onChange).toHaveBeenCalledWith({ sheet: "数据" });
});

it("offers separator and encoding of a text, and no sheet", async () => {
  show(
    <ReadingForm
      preview={{ ...PREVIEW, sheets: [], file_kind: "text" }}
      given={{}}
      onChange={vi.fn()}
    />,
  );
  expect(await screen.findByLabelText("Separator")).toBeTruthy();
  expect(screen.getByLabelText("Encoding")).toBeTruthy();
  expect(screen.queryByLabelText("Sheet")).toBeNull();
});
