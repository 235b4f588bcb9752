import { expect, it } from "vitest";

import { forecastCurves, readColumns } from "./forecast";

const known = (target: string) => `${target}, known`;

it("a forecast goes on where what was known ends, with its interval", () => {
  const history = { date: ["2024-01-01", "2024-01-02"], sales: ["10", "12"], price: [1, 1] };
  const forecast = {
    date: ["2024-01-03T00:00:00"],
    sales: [13],
    sales_low: [11],
    sales_high: [15],
  };
  const { xKind, curves } = forecastCurves(forecast, history, known);
  expect(xKind).toBe("time");
  expect(curves.map(({ name }) => name)).toEqual(["sales, known", "sales"]);
  expect(curves[0]?.y).toEqual([10, 12]);
  expect(curves[1]).toMatchObject({ y: [13], low: [11], high: [15], color: 0 });
});

it("without times the steps are counted", () => {
  const { xKind, curves } = forecastCurves({ y: [3, null] }, { y: [1, 2] }, known);
  expect(xKind).toBe("value");
  expect(curves.map(({ x }) => x)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(curves[1]?.y).toEqual([3, null]);
});

it("only columns are read as columns", () => {
  expect(readColumns('{"a": [1]}')).toEqual({ a: [1] });
  expect(readColumns('[{"a": 1}]')).toBeNull();
  expect(readColumns("a,b")).toBeNull();
});
