import type { Locale } from "antd/es/locale";
import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

import { formatBytes } from "./format";

export const LANGUAGES = ["zh-CN", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = "easel.language";

interface Texts {
  messages: Record<string, unknown>;
  /** What antd's own parts say. */
  components?: Locale;
}
type Loader = () => Promise<Texts>;

const FIRST: Record<Language, Loader> = {
  "zh-CN": () => import("./zh-CN"),
  en: () => import("./en"),
};
/** What is loaded once it is needed: the texts of members' pages and refusals, or of guests' pages. */
const LATER = {
  pages: {
    "zh-CN": () => import("./zh-CN-pages"),
    en: () => import("./en-pages"),
  },
  guests: {
    "zh-CN": () => import("./zh-CN-guests"),
    en: () => import("./en-guests"),
  },
} satisfies Record<string, Record<Language, Loader>>;
export type LaterTexts = keyof typeof LATER;

/**
 * When later texts are there, for each instance that was asked for them. By its store:
 * `useTranslation` hands out copies of an instance, which share that alone.
 */
const laterTexts = {
  pages: new WeakMap<i18n["store"], Promise<void>>(),
  guests: new WeakMap<i18n["store"], Promise<void>>(),
} satisfies Record<LaterTexts, WeakMap<i18n["store"], Promise<void>>>;

export function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Return the language chosen before, or the browser's nearest. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

async function load(
  instance: i18n,
  language: Language,
  from: Record<Language, Loader>,
): Promise<void> {
  const { messages, components } = await from[language]();
  instance.addResourceBundle(language, "translation", messages);
  if (components !== undefined) instance.addResourceBundle(language, "components", components);
}

/**
 * Start i18next with one language's texts; the other is loaded when it is chosen.
 *
 * @param until "first" leaves out the texts of a member's pages: see `loadPageTexts`.
 */
export async function startLanguage(
  language: Language,
  until: "first" | "all" = "all",
): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  instance.services.formatter?.add("bytes", (value: number, shown) =>
    formatBytes(value, shown ?? language),
  );
  await load(instance, language, FIRST);
  if (until === "all") await loadPageTexts(instance, language);
  await choose(instance, language);
  return instance;
}

/** Load as many of a language's texts as were loaded of the one before, then show them. */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  const later = (Object.keys(LATER) as LaterTexts[]).filter((part) =>
    laterTexts[part].has(instance.store),
  );
  await Promise.all(
    [FIRST, ...later.map((part) => LATER[part])].map((from) => load(instance, language, from)),
  );
  await choose(instance, language);
}

async function choose(instance: i18n, language: Language): Promise<void> {
  await instance.changeLanguage(language);
  localStorage.setItem(STORAGE_KEY, language);
  document.documentElement.lang = language;
}

/** What antd's own parts say in the language that is shown. */
export function componentTexts(instance: i18n): Locale {
  return instance.getResourceBundle(instance.language, "components") as Locale;
}

/**
 * Load the texts of a member's pages and of refusals, once; those of the sign-in page are there.
 *
 * @returns the same promise each time, so that a page can wait for it by `use`.
 */
export function loadPageTexts(instance: i18n, language = instance.language): Promise<void> {
  return loadLaterTexts(instance, "pages", language);
}

/** Load a part of the texts, once, and return the same promise each time. */
export function loadLaterTexts(
  instance: i18n,
  part: LaterTexts,
  language = instance.language,
): Promise<void> {
  const begun = laterTexts[part].get(instance.store);
  if (begun !== undefined) return begun;
  const texts = load(instance, language as Language, LATER[part]);
  laterTexts[part].set(instance.store, texts);
  // Who asks again after a break in the connection gets another try.
  texts.catch(() => laterTexts[part].delete(instance.store));
  return texts;
}
