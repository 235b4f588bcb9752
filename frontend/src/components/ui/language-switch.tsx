import { GlobalOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";

import { useSession, useUpdateMe } from "@/api/session";
import { changeLanguage, LANGUAGES, type Language } from "@/i18n/language";

/** Choose the language, here and in one's account. */
export function LanguageSwitch() {
  return <LanguageMenu onChoose={useChooseLanguage()} />;
}

/** Choose the language on a page that asks for nobody's account. */
export function GuestLanguageSwitch() {
  const { i18n } = useTranslation();
  return <LanguageMenu onChoose={(language) => void changeLanguage(i18n, language)} />;
}

function LanguageMenu({ onChoose }: { onChoose: (language: Language) => void }) {
  const { t, i18n } = useTranslation();
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectedKeys: [i18n.language],
        items: LANGUAGES.map((language) => ({
          key: language,
          label: t(`ui.language.${language}`),
          lang: language,
        })),
        onClick: ({ key }) => onChoose(key as Language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} title={t("ui.language.choose")}>
        {t(`ui.language.${i18n.language}`)}
      </Button>
    </Dropdown>
  );
}

/** Return a function that changes the language at once and remembers it. */
export function useChooseLanguage(): (language: Language) => void {
  const { i18n } = useTranslation();
  const session = useSession();
  const update = useUpdateMe();
  return (language) => {
    void changeLanguage(i18n, language);
    if (session.data?.user != null) update.mutate({ language });
  };
}
