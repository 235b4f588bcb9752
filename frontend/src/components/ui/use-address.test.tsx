import { act, renderHook } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test } from "vitest";

import { useAddress } from "./use-address";

function useTwoWriters() {
  const [, one] = useAddress();
  const [params, other] = useAddress();
  return { one, other, params, search: useLocation().search };
}

function setting(name: string, value: string) {
  return (old: URLSearchParams) => {
    const next = new URLSearchParams(old);
    next.set(name, value);
    return next;
  };
}

test("changes made before the next drawing follow each other", () => {
  const { result } = renderHook(useTwoWriters, {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={["/data?label=cat&order=name"]}>{children}</MemoryRouter>
    ),
  });
  act(() => {
    result.current.one(() => new URLSearchParams());
    result.current.other(setting("search", "kiwi"));
  });
  expect(result.current.search).toBe("?search=kiwi");
  act(() => result.current.one(setting("order", "time")));
  expect(result.current.search).toBe("?search=kiwi&order=time");
});
