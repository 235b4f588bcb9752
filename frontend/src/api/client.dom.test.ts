import { expect, it } from "vitest";

import { loadPageTexts, startLanguage } from "@/i18n/language";
import { problemText } from "@/i18n/problem-text";
import { responding } from "@/test/server";

import { api, refuseAfter, send } from "./client";

const signIn = () => send(api.GET("/api/v1/session"));

it("tells a refusal once its text is there, and not by its code before", async () => {
  responding({
    "GET /api/v1/session": { status: 409, body: { code: "last_owner", detail: "No." } },
  });
  const language = await startLanguage("zh-CN", "first");
  expect(language.exists("errors.last_owner")).toBe(false);
  refuseAfter(() => loadPageTexts(language));
  const error: unknown = await signIn().catch((cause: unknown) => cause);
  expect(problemText(language.t, error)).toContain("至少要有一位所有者");
});

it("tells a refusal in the server's words where the texts cannot be loaded", async () => {
  responding({
    "GET /api/v1/session": { status: 409, body: { code: "last_owner", detail: "No." } },
  });
  refuseAfter(() => Promise.reject(new Error("no such file")));
  await expect(signIn()).rejects.toMatchObject({ code: "last_owner", message: "No." });
});
