import { QueryClient, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { AwaitedPart } from "@/components/ui/awaited-parts";
import { startLanguage } from "@/i18n/language";

import { Providers } from "../providers";
import { Window } from "./window";

/** A promise that is kept when the test says so. */
function awaited<T>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (keep = resolve));
  return { promise, keep };
}

async function showPages(options: { client?: QueryClient; first?: React.ReactNode } = {}) {
  const { client = new QueryClient(), first = <Link to="/next">Go</Link> } = options;
  const next = awaited<{ Component: () => React.ReactNode }>();
  const language = await startLanguage("en");
  const router = createMemoryRouter([
    {
      element: <Window />,
      children: [
        { path: "/", element: first },
        { path: "/next", lazy: () => next.promise },
      ],
    },
  ]);
  render(
    <Providers language={language} client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, arrive: () => next.keep({ Component: () => <p>There</p> }) };
}

const after = (milliseconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
const bar = () => screen.queryByRole("progressbar", { name: "Loading" });
const page = (text: string) => screen.getByText(text).closest("[aria-busy]");

describe("the loading bar", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows within 100 ms of a click, over the old page that stays, marked busy", async () => {
    const { arrive } = await showPages();
    act(() => screen.getByRole("link", { name: "Go" }).click());
    await after(100);
    expect(bar()).toBeVisible();
    expect(page("Go")).toHaveAttribute("aria-busy", "true");
    expect(page("Go")).toHaveAttribute("aria-describedby", bar()?.id);

    arrive();
    await after(0);
    expect(page("There")).toHaveAttribute("aria-busy", "false");
    await after(400);
    expect(bar()).toBeNull();
  });

  it("stays away where the next page comes at once", async () => {
    const { arrive } = await showPages();
    arrive();
    act(() => screen.getByRole("link", { name: "Go" }).click());
    for (let waited = 0; waited < 400; waited += 20) {
      expect(bar()).toBeNull();
      await after(20);
    }
    expect(screen.getByText("There")).toBeInTheDocument();
  });

  it("shows while data is awaited, and not while what is shown is read again", async () => {
    const answers = [awaited<string>(), awaited<string>()];
    let asked = 0;
    function Data() {
      const data = useQuery({
        queryKey: ["data"],
        queryFn: () => answers[asked++]?.promise ?? "none",
      });
      return <p>{data.data ?? "Nothing yet"}</p>;
    }
    const client = new QueryClient();
    await showPages({ client, first: <Data /> });
    await after(100);
    expect(bar()).toBeVisible();
    answers[0]?.keep("First");
    await after(400);
    expect(screen.getByText("First")).toBeInTheDocument();
    expect(bar()).toBeNull();

    void client.invalidateQueries();
    await after(400);
    expect(asked).toBe(2);
    expect(bar()).toBeNull();
  });

  it("shows while a part that has no place on the page yet is on its way", async () => {
    await showPages({ first: <AwaitedPart /> });
    await after(100);
    expect(bar()).toBeVisible();
  });
});
