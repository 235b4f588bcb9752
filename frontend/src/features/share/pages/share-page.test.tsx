import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import type { SharedEndpoint } from "../types";
import { SharePage } from "./share-page";

const TEXTS: SharedEndpoint = {
  title: "<b>Moods</b>",
  description: "Write a review.",
  needs_password: false,
  expires_at: "2027-01-02T12:00:00Z",
  is_running: true,
  model: {
    task: "text.classification",
    media: "text",
    prediction: "labels",
    input: { kind: "text" },
    required_columns: [],
    labels: ["good", "bad"],
  },
};
const GET = "GET /api/v1/share-links/a.b";
const PREDICT = "POST /api/v1/share-links/a.b/predict";
const AT = { at: "/share/a.b", path: "/share/:shareToken" };

beforeEach(() => sessionStorage.clear());

it("asks the model of a link, and nothing else of the server", async () => {
  const requests = responding({
    [GET]: { body: TEXTS },
    [PREDICT]: { body: { results: [{ name: "good", score: 0.9 }], latency_ms: 12 } },
  });
  await show(<SharePage />, AT);
  expect(await screen.findByRole("heading", { name: "<b>Moods</b>" })).toBeInTheDocument();
  expect(document.title).toBe("<b>Moods</b>");
  expect(screen.getByText("Write a review.")).toBeInTheDocument();
  expect(screen.getByText("This page works until Jan 2, 2027.")).toBeInTheDocument();
  expect(await screen.findByText("The model tells apart: good, bad")).toBeInTheDocument();
  const user = userEvent.setup();
  await user.type(screen.getByRole("textbox"), "lovely");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  expect(await screen.findByText("90%")).toBeInTheDocument();
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    GET,
    PREDICT,
  ]);
  expect(await requests[1]?.json()).toEqual({ text: "lovely" });
});

it("sends rows of a table as the model takes them", async () => {
  const columns = [{ kind: "number", name: "weight" }];
  const requests = responding({
    [GET]: {
      body: {
        ...TEXTS,
        model: {
          task: "tabular.regression",
          media: "table",
          prediction: "rows",
          input: { kind: "table", columns },
          labels: [],
        },
      },
    },
    [PREDICT]: { body: { results: [{ value: 3.5 }], latency_ms: 12 } },
  });
  await show(<SharePage />, AT);
  const user = userEvent.setup();
  await user.type(await screen.findByRole("spinbutton"), "7");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(await requests[1]?.json()).toEqual({ data: [{ weight: 7 }], include_proba: true });
});

it("shows the model once the password is known, and shows the pass with each call", async () => {
  const requests = responding({
    [GET]: (request) => ({
      body:
        request.headers.get("Easel-Share-Pass") === "p1"
          ? { ...TEXTS, needs_password: true }
          : { ...TEXTS, needs_password: true, model: null },
    }),
    "POST /api/v1/share-links/a.b/unlock": async (request) => {
      const { password } = (await request.json()) as { password: string };
      return password === "let me in"
        ? { body: { share_pass: "p1", expires_at: "2026-12-01T10:00:00Z" } }
        : { status: 422, body: problem("share_password_wrong") };
    },
    [PREDICT]: { body: { results: [{ name: "good", score: 0.9 }], latency_ms: 12 } },
  });
  const { unmount } = await show(<SharePage />, AT);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Password"), "guess");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/not the password of this page/)).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Password"));
  await user.type(screen.getByLabelText("Password"), "let me in");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.type(await screen.findByRole("textbox"), "lovely");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  expect(await screen.findByText("90%")).toBeInTheDocument();
  expect(requests.at(-1)?.headers.get("Easel-Share-Pass")).toBe("p1");
  // Phones load the page anew after their camera was open.
  unmount();
  await show(<SharePage />, AT);
  expect(await screen.findByRole("textbox")).toBeInTheDocument();
});

it("asks for the password again when the pass is over", async () => {
  sessionStorage.setItem("easel.share.a.b", "old");
  responding({ [GET]: { body: { ...TEXTS, needs_password: true, model: null } } });
  await show(<SharePage />, AT);
  expect(await screen.findByLabelText("Password")).toBeInTheDocument();
});

it.each([
  [404, "share_link_not_found", "There is nothing at this address"],
  [410, "share_link_expired", "This link has expired. Ask"],
  [410, "share_link_revoked", "This link was revoked by"],
])("says what became of a link that is over: %i %s", async (status, code, text) => {
  responding({ [GET]: { status, body: problem(code) } });
  await show(<SharePage />, AT);
  expect(await screen.findByText(new RegExp(text))).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

it("closes when the link is revoked while the page is open", async () => {
  let isRevoked = false;
  const revoked = { status: 410, body: problem("share_link_revoked") };
  responding({
    [GET]: () => (isRevoked ? revoked : { body: TEXTS }),
    [PREDICT]: () => revoked,
  });
  await show(<SharePage />, AT);
  const user = userEvent.setup();
  await user.type(await screen.findByRole("textbox"), "lovely");
  isRevoked = true;
  await user.click(screen.getByRole("button", { name: "Predict" }));
  expect(await screen.findByText(/This link was revoked by/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("textbox")).not.toBeInTheDocument());
});

it("says that all calls of the day are used up, and keeps what was entered", async () => {
  responding({
    [GET]: { body: TEXTS },
    [PREDICT]: { status: 429, body: problem("share_link_used_up", { params: { seconds: 60 } }) },
  });
  await show(<SharePage />, AT);
  const user = userEvent.setup();
  await user.type(await screen.findByRole("textbox"), "lovely");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  expect(await screen.findByText(/All calls of today are used up/)).toBeInTheDocument();
  expect(screen.getByRole("textbox")).toHaveValue("lovely");
});

it("says what is wrong with what was entered", async () => {
  responding({
    [GET]: { body: TEXTS },
    [PREDICT]: {
      status: 422,
      body: problem("invalid", {
        errors: [{ pointer: "/text", code: "blank", detail: "This field may not be blank." }],
      }),
    },
  });
  await show(<SharePage />, AT);
  const user = userEvent.setup();
  await user.type(await screen.findByRole("textbox"), "lovely");
  await user.click(screen.getByRole("button", { name: "Predict" }));
  const alert = await screen.findByRole("alert");
  expect(alert).not.toHaveTextContent("beside them");
  expect(alert).toHaveTextContent("This is needed.");
});

it("takes nothing while the endpoint is stopped", async () => {
  responding({ [GET]: { body: { ...TEXTS, is_running: false } } });
  await show(<SharePage />, AT);
  expect(await screen.findByText("The model does not run at the moment")).toBeInTheDocument();
  await userEvent.setup().type(screen.getByRole("textbox"), "lovely");
  expect(screen.getByRole("button", { name: "Predict" })).toBeDisabled();
});

it("names no labels of a model that finds anomalies", async () => {
  const model = {
    task: "image.anomaly_detection",
    media: "image",
    prediction: "anomaly",
    input: { kind: "image" },
    labels: ["normal", "anomalous"],
  };
  responding({ [GET]: { body: { ...TEXTS, model } } });
  await show(<SharePage />, AT);
  expect(await screen.findByText("Write a review.")).toBeInTheDocument();
  expect(screen.queryByText(/anomalous/)).not.toBeInTheDocument();
});

it("speaks Chinese, and changes the language without asking who one is", async () => {
  const requests = responding({ [GET]: { body: TEXTS } });
  await show(<SharePage />, { ...AT, language: "zh-CN" });
  expect(await screen.findByText("模型可识别：good、bad")).toBeInTheDocument();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /中文/ }));
  await user.click(await screen.findByRole("menuitem", { name: "English" }));
  expect(await screen.findByText("The model tells apart: good, bad")).toBeInTheDocument();
  expect(requests).toHaveLength(1);
});
