import { use } from "react";
import { useTranslation } from "react-i18next";

import type { Job } from "@/api/types";
import { loadPageTexts } from "@/i18n/language";

/** What a kind of job is called, once the texts of members' pages are there. */
export function JobKind({ kind }: Pick<Job, "kind">) {
  const { t, i18n } = useTranslation();
  use(loadPageTexts(i18n));
  return <>{t(`jobKinds.${kind}`)}</>;
}
