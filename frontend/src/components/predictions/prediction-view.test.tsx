import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { PredictionView } from "./prediction-view";

const TEXT = { media: "text", name: "note", text: "👍张三在北京大学" } as const;
const IMAGE = { media: "image", name: "shelf", url: "/x.png", width: 200, height: 100 } as const;

it("a span is drawn over the characters it counts in code points", async () => {
  const { container } = await show(
    <PredictionView
      kind="spans"
      source={TEXT}
      prediction={[
        { name: "机构", start: 4, end: 8, score: 0.9 },
        { name: "地点", start: 4, end: 6, score: 0.8 },
      ]}
    />,
  );
  await screen.findByText("北京大学");
  const marks = [...container.querySelectorAll("mark")].map((mark) => mark.firstChild?.textContent);
  expect(marks).toEqual(["北京", "大学"]);
});

it("says in the reader's language how alike two texts are said to be", async () => {
  await show(
    <PredictionView kind="labels" source={TEXT} prediction={[{ name: "similar", value: 3 }]} />,
    { language: "zh-CN" },
  );
  expect(await screen.findByText("相似度: 3")).toBeInTheDocument();
});

it("a price tag says whose it is, and a product what it costs", async () => {
  await show(
    <PredictionView
      kind="boxes"
      source={IMAGE}
      prediction={[
        { name: "cola", price: 5.9, location: { left: 1, top: 2, width: 30, height: 40 } },
        {
          name: "price_tag",
          words: "¥5.9",
          price: 5.9,
          facing: 0,
          location: { left: 5, top: 45, width: 20, height: 8 },
        },
      ]}
    />,
  );
  const [product, tag] = await screen.findAllByRole("listitem");
  expect(product).toHaveTextContent("cola 5.90");
  expect(tag).toHaveTextContent("¥5.9 cola");
  expect(screen.queryByText("price_tag")).toBeNull();
});

it("a line of text is drawn by its corners, as models and as reports write them", async () => {
  const location = { left: 5, top: 45, width: 20, height: 8 };
  const { container } = await show(
    <PredictionView
      kind="words"
      source={IMAGE}
      prediction={[
        {
          words: "one",
          location: {
            ...location,
            points: [
              [5, 46],
              [25, 45],
              [25, 52],
              [5, 53],
            ],
          },
        },
        {
          words: "two",
          location: {
            ...location,
            points: [
              { x: 1, y: 2 },
              { x: 3, y: 4 },
            ],
          },
        },
      ]}
    />,
  );
  await screen.findAllByRole("listitem");
  const drawn = [...container.querySelectorAll("polygon")].map((one) => one.getAttribute("points"));
  expect(drawn).toEqual(["5,46 25,45 25,52 5,53", "1,2 3,4"]);
});

it("a line of text is written on the image only while it is chosen in the list", async () => {
  await show(
    <PredictionView
      kind="words"
      source={IMAGE}
      prediction={[{ words: "Total 12", location: { left: 5, top: 45, width: 20, height: 8 } }]}
    />,
  );
  const user = userEvent.setup();
  const line = await screen.findByRole("button", { name: "Total 12" });
  expect(screen.getAllByText(/Total 12/)).toEqual([line]);
  await user.click(line);
  expect(line).toHaveFocus();
  expect(screen.getAllByText(/Total 12/)).toHaveLength(2);
});

it("hiding a name hides its boxes, and a threshold those below it", async () => {
  await show(
    <PredictionView
      kind="boxes"
      source={IMAGE}
      prediction={[
        { name: "bolt", score: 0.9, location: { left: 1, top: 2, width: 30, height: 40 } },
        { name: "nut", score: 0.4, location: { left: 50, top: 2, width: 30, height: 40 } },
      ]}
    />,
  );
  const user = userEvent.setup();
  const list = await screen.findByRole("list");
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: /bolt/, pressed: true }));
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  expect(within(list).getByText("nut")).toBeInTheDocument();
});

it("a relation reads from its subject to its object", async () => {
  await show(
    <PredictionView
      kind="relations"
      source={TEXT}
      prediction={[
        {
          name: "works at",
          score: 0.7,
          subject: { name: "person", start: 1, end: 3 },
          object: { name: "org", start: 4, end: 8 },
        },
      ]}
    />,
  );
  const [line] = await screen.findAllByRole("listitem");
  expect(line).toHaveTextContent("张三 → works at → 北京大学");
});

it("a text that feels something as a whole, and about nothing in it, is shown as it is", async () => {
  const prediction = [{ name: "positive", score: 0.9 }];
  await show(<PredictionView kind="opinions" source={TEXT} prediction={prediction} />);
  expect(await screen.findByText("90%")).toBeInTheDocument();
  expect(screen.getByText(TEXT.text)).toBeInTheDocument();
  expect(screen.queryByText("Nothing was found.")).not.toBeInTheDocument();
});

it("a similarity is called so, on the scale of the data", async () => {
  const prediction = [{ name: "similar", score: 0.85, value: 4.242 }];
  await show(<PredictionView kind="labels" source={TEXT} prediction={prediction} />);
  expect(await screen.findByRole("listitem")).toHaveTextContent("Similarity4.242");
});

it("rows stand beside what was asked", async () => {
  await show(
    <PredictionView
      kind="rows"
      source={{ media: "table", name: "rows", text: '[{"age":39},{"age":50}]' }}
      prediction={[
        { income: "high", probabilities: { high: 0.8, low: 0.2 } },
        { income: "low", probabilities: { high: 0.1, low: 0.9 } },
      ]}
    />,
  );
  const second = (await screen.findAllByRole("row"))[2];
  expect(second).toHaveTextContent("2low90%50");
});

it("says which values of rows were not understood", async () => {
  const prediction = [{ income: "high" }, { income: "low", unread: ["age", "job"] }];
  const source = { media: "table", name: "rows", text: '[{"age":39},{"age":"old"}]' } as const;
  await show(<PredictionView kind="rows" source={source} prediction={prediction} />);
  expect(await screen.findByText("Not understood: age, job")).toBeInTheDocument();
  expect(screen.getByText(/^In row 2 the value is no number/)).toBeInTheDocument();
  expect(screen.queryByRole("columnheader", { name: "unread" })).not.toBeInTheDocument();
});

it("a prediction of an unknown form is shown as it came", async () => {
  await show(<PredictionView kind="boxes" source={IMAGE} prediction={[{ odd: 1 }]} />);
  expect(screen.getByText(/"odd": 1/)).toBeInTheDocument();
});

it("an anomaly says whether it is one, with its score, threshold and heat map", async () => {
  const prediction = [
    {
      name: "anomalous",
      score: 0.71,
      threshold: 0.52,
      is_anomalous: true,
      map: [
        [0.1, 0.9],
        [0.2, 0.3],
      ],
    },
  ];
  const { container } = await show(
    <PredictionView kind="anomaly" source={IMAGE} prediction={prediction} />,
  );
  await screen.findByText("Anomalous");
  expect(screen.getByText(/0\.71/)).toBeInTheDocument();
  expect(screen.getByText(/0\.52/)).toBeInTheDocument();
  expect(container.querySelector("canvas")).toHaveAttribute("width", "2");
});

it("a heat map that is no field of numbers is shown as it came", async () => {
  const prediction = [{ name: "anomalous", score: 0.71, map: "iVBORw0" }];
  await show(<PredictionView kind="anomaly" source={IMAGE} prediction={prediction} />);
  await screen.findByText(/cannot draw this form/);
});
