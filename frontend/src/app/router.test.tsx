import { screen } from "@testing-library/react";
import { useSearchParams } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import { show } from "@/test/render";

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

function Entered() {
  const [query, put] = useSearchParams();
  return (
    <button type="button" onClick={() => put({ epochs: "2" }, { replace: true })}>
      {query.get("epochs") ?? "auto"}
    </button>
  );
}

beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

test("what was entered is there for the very next event", async () => {
  await show(<Entered />);
  const button = await screen.findByRole("button");
  // Neither `userEvent` nor `fireEvent`, which wait until everything is drawn.
  button.click();
  await Promise.resolve();
  expect(button).toHaveTextContent("2");
});
