import { act, render, screen } from "@testing-library/react";
import { useTranslation } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";

import { makeQueryClient } from "@/api/query-client";
import { changeLanguage, loadPageTexts, startLanguage } from "@/i18n/language";

import { Providers } from "../providers";
import { PageTexts } from "./page-texts";

const KEY = "errors.last_owner";
const translated: string[] = [];

function Reader() {
  const { t } = useTranslation();
  translated.push(t(KEY));
  return <p>{t(KEY)}</p>;
}

it("shows a page once its texts are there, never their keys, and in each language", async () => {
  const i18n = await startLanguage("en", "first");
  const routes = [{ element: <PageTexts />, children: [{ path: "*", element: <Reader /> }] }];
  await act(async () => {
    render(
      <Providers language={i18n} client={makeQueryClient()}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </Providers>,
    );
    await loadPageTexts(i18n);
  });
  expect(await screen.findByText(/at least one owner/)).toBeVisible();
  await act(() => changeLanguage(i18n, "zh-CN"));
  expect(await screen.findByText(/至少要有一位所有者/)).toBeVisible();
  expect(translated).not.toContain(KEY);
});
