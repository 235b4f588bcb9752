import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

export const LANGUAGES = ["zh-CN", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = "easel.language";

const LOADERS: Record<Language, () => Promise<{ messages: Record<string, unknown> }>> = {
  "zh-CN": () => import("./zh-CN"),
  en: () => import("./en"),
};

export function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Return the language chosen before, or the browser's nearest. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

/** Start i18next with one language's texts; the other is loaded when it is chosen. */
export async function startLanguage(language: Language): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await changeLanguage(instance, language);
  return instance;
}

/** Load a language's texts, then show them. */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  const { messages } = await LOADERS[language]();
  instance.addResourceBundle(language, "translation", messages);
  await instance.changeLanguage(language);
  localStorage.setItem(STORAGE_KEY, language);
  document.documentElement.lang = language;
}
