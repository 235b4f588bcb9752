import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

export const LANGUAGES = ["zh-CN", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = "easel.language";

type Loader = () => Promise<{ messages: Record<string, unknown> }>;

const FIRST: Record<Language, Loader> = {
  "zh-CN": () => import("./zh-CN"),
  en: () => import("./en"),
};
const PAGES: Record<Language, Loader> = {
  "zh-CN": () => import("./zh-CN-pages"),
  en: () => import("./en-pages"),
};

/** When the texts of a project's pages are there, by instance. */
const pageTexts = new WeakMap<i18n, Promise<void>>();

export function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Return the language chosen before, or the browser's nearest. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

async function load(instance: i18n, language: Language, from: typeof FIRST): Promise<void> {
  const { messages } = await from[language]();
  instance.addResourceBundle(language, "translation", messages);
}

/**
 * Start i18next with one language's texts; the other is loaded when it is chosen.
 *
 * @param until "first" does not wait for the texts of a project's pages: see `loadedPageTexts`.
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
  const pages = load(instance, language, PAGES);
  pageTexts.set(instance, pages);
  await load(instance, language, FIRST);
  if (until === "all") await pages;
  await choose(instance, language);
  return instance;
}

/** Load a language's texts, then show them. */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  await Promise.all([load(instance, language, FIRST), load(instance, language, PAGES)]);
  await choose(instance, language);
}

async function choose(instance: i18n, language: Language): Promise<void> {
  await instance.changeLanguage(language);
  localStorage.setItem(STORAGE_KEY, language);
  document.documentElement.lang = language;
}

/** Settles when the texts of a project's pages can be shown. */
export function loadedPageTexts(instance: i18n): Promise<void> {
  return pageTexts.get(instance) ?? Promise.resolve();
}
