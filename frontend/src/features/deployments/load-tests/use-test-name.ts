import { useTranslation } from "react-i18next";

import type { LoadTest } from "../types";

/** What a test is called: the revision and version that it asked. */
export function useTestName(): (test: LoadTest) => string {
  const { t } = useTranslation();
  return ({ revision, model_version_number }) =>
    t("deployments.loadTest.name", { revision, version: model_version_number });
}
