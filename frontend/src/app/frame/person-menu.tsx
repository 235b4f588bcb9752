import { UserOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useSession, useSignOut } from "@/api/session";
import { useChooseLanguage } from "@/components/ui/language-switch";
import { LANGUAGES } from "@/i18n/language";
import { setThemeMode, useThemeMode } from "@/styles/theme-mode";

/** What belongs to the person; on narrow windows also language, theme and help. */
export function PersonMenu() {
  const { t } = useTranslation();
  const user = useSession().data?.user;
  const signOut = useSignOut();
  const chooseLanguage = useChooseLanguage();
  const mode = useThemeMode();
  const other = mode === "dark" ? "light" : "dark";
  const items: MenuProps["items"] = [
    {
      key: "who",
      type: "group",
      label: (
        <span>
          {user?.name}
          <br />
          {user?.email}
        </span>
      ),
    },
    {
      key: "settings",
      label: <Link to="/settings/profile">{t("frame.person.settings")}</Link>,
    },
    { key: "keys", label: <Link to="/settings/keys">{t("frame.person.keys")}</Link> },
    { key: "python", label: <Link to="/python">{t("frame.python")}</Link> },
    { key: "help", label: <Link to="/help">{t("frame.help")}</Link> },
    { type: "divider" },
    ...LANGUAGES.map((language) => ({
      key: language,
      label: t(`ui.language.${language}`),
      onClick: () => chooseLanguage(language),
    })),
    { key: "theme", label: t(`frame.theme.${other}`), onClick: () => setThemeMode(other) },
    { type: "divider" },
    { key: "out", label: t("frame.person.signOut"), onClick: () => signOut.mutate() },
  ];
  return (
    <Dropdown menu={{ items }} trigger={["click"]} placement="bottomRight">
      <Button
        type="text"
        icon={<UserOutlined />}
        aria-label={t("frame.person.menu", { name: user?.name })}
      />
    </Dropdown>
  );
}
