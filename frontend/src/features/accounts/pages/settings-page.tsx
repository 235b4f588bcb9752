import { useTranslation } from "react-i18next";

import { TabsPage } from "../components/tabs-page";

/** What belongs to the person: name, language, password, organisations, keys. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <TabsPage
      title={t("accounts.settings.title")}
      base="/settings"
      tabs={["profile", "password", "sessions", "organisations", "keys"]}
    />
  );
}
