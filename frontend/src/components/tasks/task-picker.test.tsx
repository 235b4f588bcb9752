import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import type { TaskCard } from "@/api/task-card";
import { show } from "@/test/render";

import { TaskPicker } from "./task-picker";

const TASKS = ["image.classification", "image.object_detection", "text.entity_extraction"].map(
  (key) => ({ key, modality: key.split(".")[0] }) as TaskCard,
);

function Form({ onSend = () => undefined }: { onSend?: () => void }) {
  const [task, choose] = useState("image.classification");
  return (
    <form onSubmit={onSend}>
      <TaskPicker tasks={TASKS} value={task} onChange={choose} />
    </form>
  );
}

it("is one group of radio buttons, each with a picture, which the arrow keys move through", async () => {
  await show(<Form />);
  const [first, second] = screen.getAllByRole("radio");
  expect(first).toBeChecked();
  expect(document.querySelectorAll("img")).toHaveLength(TASKS.length);
  first?.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(second).toBeChecked();
  expect(screen.getByRole("radio", { name: /^Object detection/ })).toBeChecked();
});

it("takes the first that was found by Enter, without sending the form", async () => {
  const onSend = vi.fn();
  await show(<Form onSend={onSend} />);
  await userEvent.type(screen.getByRole("textbox"), "NER");
  expect(screen.getAllByRole("radio")).toHaveLength(1);
  expect(screen.getByRole("status")).toHaveTextContent("Chosen: Image classification.");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("radio", { name: /^Entity extraction/ })).toBeChecked();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(onSend).not.toHaveBeenCalled();
});

it("says when no task is called that", async () => {
  await show(<Form />, { language: "zh-CN" });
  await userEvent.type(screen.getByRole("textbox"), "xyz");
  expect(screen.getByRole("status")).toHaveTextContent("没有与“xyz”相符的任务");
});
