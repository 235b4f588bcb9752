import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { matching } from "./command-matching";
import { CommandPalette } from "./command-palette";

const command = (name: string, run = vi.fn()) => ({ key: name, name, group: "Page", run });

it("runs the chosen command and closes", async () => {
  const models = command("Models");
  const onClose = vi.fn();
  await show(<CommandPalette open onClose={onClose} commands={[command("Data"), models]} />);
  await userEvent.type(screen.getByRole("combobox"), "mod{Enter}");
  expect(models.run).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

it("moves through what it found with the arrow keys, round the end", async () => {
  const [first, second] = [command("Train now"), command("Train later")];
  await show(<CommandPalette open onClose={() => undefined} commands={[first, second]} />);
  await userEvent.type(
    screen.getByRole("combobox"),
    "train{ArrowDown}{ArrowDown}{ArrowDown}{Enter}",
  );
  expect(second.run).toHaveBeenCalledOnce();
});

it("says when nothing is called that", async () => {
  await show(<CommandPalette open onClose={() => undefined} commands={[command("Data")]} />);
  await userEvent.type(screen.getByRole("combobox"), "xyz");
  expect(screen.getByText(/Nothing is called “xyz”/)).toBeInTheDocument();
});

it("finds by all words in any order, beginnings first", () => {
  const names = matching([{ name: "Old models" }, { name: "Models old and new" }], "models old");
  expect(names.map(({ name }) => name)).toEqual(["Models old and new", "Old models"]);
});
