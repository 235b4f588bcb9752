import type { RouteObject } from "react-router";
import { expect, it } from "vitest";

import { routes } from "./routes";

/** Return the addresses that lead to a page, or on to one. */
function addressesOf(of: RouteObject[], above = ""): string[] {
  return of.flatMap(({ path, children }) => {
    const address = path === undefined ? above : `${above}/${path}`;
    return children === undefined ? [address || "/"] : addressesOf(children, address);
  });
}

it("has the pages that the browser tests walk: they read this list", async () => {
  const addresses = [...new Set(addressesOf(routes))].sort();
  await expect(`${JSON.stringify(addresses, null, 2)}\n`).toMatchFileSnapshot(
    "../../../tests/golden/pages.json",
  );
});
