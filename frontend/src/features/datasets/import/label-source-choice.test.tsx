import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { expect, it, vi } from "vitest";

import { startLanguage } from "@/i18n/language";

import { LabelSourceChoice } from "./label-source-choice";

async function show(parts: Partial<Parameters<typeof LabelSourceChoice>[0]>) {
  const language = await startLanguage("en");
  const onChange = vi.fn();
  render(
    <I18nextProvider i18n={language}>
      <LabelSourceChoice
        value="none"
        guess="folder"
        hasArchives={false}
        hasTable={false}
        multiLabel={false}
        onChange={onChange}
        {...parts}
      />
    </I18nextProvider>,
  );
  return onChange;
}

it("marks the guess and changes nothing until the person does", async () => {
  const onChange = await show({});
  expect(screen.getByRole("radio", { name: /No labels/ })).toBeChecked();
  expect(screen.getByText("our guess").closest("label")).toHaveTextContent("Folders");
  await userEvent.click(screen.getByRole("radio", { name: /Folders/ }));
  expect(onChange).toHaveBeenCalledWith("folder");
});

it("offers a table only when there is one, or an archive that may hold one", async () => {
  await show({});
  expect(screen.getByRole("radio", { name: /labels\.csv/ })).toBeDisabled();
});
