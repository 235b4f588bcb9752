import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { isTyping } from "./keyboard";

it("leaves letters and digits to the page where a choice has the focus, and its own keys to it", async () => {
  const typed: Record<string, boolean> = {};
  const user = userEvent.setup();
  render(
    <div
      role="presentation"
      onKeyDown={(event) => (typed[event.key] = isTyping(event.nativeEvent))}
    >
      <input type="radio" name="scope" aria-label="all" />
      <input aria-label="name" />
    </div>,
  );
  screen.getByRole("radio").focus();
  await user.keyboard("6a{ArrowRight} ");
  expect(typed).toEqual({ 6: false, a: false, ArrowRight: true, " ": true });
  screen.getByRole("textbox").focus();
  await user.keyboard("6");
  expect(typed[6]).toBe(true);
});
