import { expect, it } from "vitest";

import { taskTextKey, type TaskCard } from "@/api/task-card";
import en from "@/i18n/en/tasks.json";
import { LANGUAGES } from "@/i18n/language";
import zh from "@/i18n/zh-CN/tasks.json";

import { byModality, findTasks } from "./find-tasks";
import { TASK_WORDS } from "./task-words";

const THUMBNAILS = Object.keys(import.meta.glob("./thumbnails/*/*.webp"));
const KEYS = Object.keys(TASK_WORDS);
const cards = KEYS.map((key) => ({ key, modality: key.split(".")[0] }) as TaskCard);
type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const reader = (texts: Texts) => (path: string) => {
  const [, part = "", name = ""] = path.split(".");
  const found = texts[part];
  return typeof found === "object" ? (found[name] ?? path) : path;
};
const found = (texts: Texts, search: string) =>
  findTasks(reader(texts), cards, search).map(({ key }) => key);

it("knows the words and has the picture of every task that has a name, in each language", () => {
  const named = Object.entries(en).flatMap(([key, text]) =>
    typeof text === "object" && "name" in text ? [key] : [],
  );
  expect(KEYS.map(taskTextKey).sort()).toEqual(named.sort());
  const wanted = LANGUAGES.flatMap((language) =>
    KEYS.map((key) => `./thumbnails/${language}/${key}.webp`),
  );
  expect(THUMBNAILS.sort()).toEqual(wanted.sort());
});

it.each([
  ["English", en, zh],
  ["Chinese", zh, en],
])("finds every task on a page in %s by its name in the other language", (_, shown, other) => {
  for (const key of KEYS) {
    expect(found(shown, reader(other)(`tasks.${taskTextKey(key)}.name`))).toContain(key);
  }
});

it("finds tasks by what others call them", () => {
  expect(found(en, "NER")).toEqual(["text.entity_extraction"]);
  expect(found(en, "bbox")).toEqual(["image.object_detection"]);
  expect(found(en, "检测")).toEqual(
    expect.arrayContaining(["image.object_detection", "retail.product_detection"]),
  );
  expect(found(zh, "ocr")).toEqual(["ocr.text_recognition", "ocr.template"]);
  expect(found(zh, "speech to")).toEqual(["speech.recognition"]);
});

it("begins Latin words, so that parts of others are not found", () => {
  expect(found(en, "rans")).toEqual([]);
  expect(found(en, "")).toEqual(KEYS);
});

it("keeps tasks of a modality together, in their order", () => {
  const groups = byModality(cards);
  expect(groups.map(([group]) => group)).toEqual([...new Set(cards.map((card) => card.modality))]);
  expect(groups.flatMap(([, tasks]) => tasks)).toHaveLength(cards.length);
});
