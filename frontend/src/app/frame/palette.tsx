import {
  BulbOutlined,
  FolderOutlined,
  KeyOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { useOrganisation } from "@/api/organisation";
import { joined } from "@/api/pages";
import { useProjects } from "@/api/projects-list";
import { CommandPalette, type Command } from "@/components/ui/command-palette";
import { useChooseLanguage } from "@/components/ui/language-switch";
import { LANGUAGES } from "@/i18n/language";
import { setThemeMode, useThemeMode } from "@/styles/theme-mode";

import { PLACES } from "./chain";

interface PaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Everything that can be reached from anywhere: pages, projects, language, theme. */
export function Palette({ open, onClose }: PaletteProps) {
  const [search, setSearch] = useState("");
  const commands = useCommands(useDeferredValue(search));
  return <CommandPalette open={open} onClose={onClose} commands={commands} onSearch={setSearch} />;
}

function useCommands(search: string): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useParams();
  const organisationId = useOrganisation()?.organisation.id;
  const projects = useProjects(organisationId, search);
  const chooseLanguage = useChooseLanguage();
  const mode = useThemeMode();
  const other = mode === "dark" ? "light" : "dark";

  const page = (name: string, path: string, icon: React.ReactNode, group = "pages"): Command => ({
    key: path,
    name,
    group: t(`frame.palette.${group}`),
    icon,
    run: () => void navigate(path),
  });
  const places =
    projectId === undefined
      ? []
      : PLACES.map(({ key, path, icon }) =>
          page(t(`frame.place.${key}`), `/projects/${projectId}/${path}`, icon, "project"),
        );
  return [
    ...places,
    ...joined(projects.data?.pages).map(({ id, name }) =>
      page(name, `/projects/${id}`, <FolderOutlined />, "projects"),
    ),
    page(t("frame.palette.newProject"), "/projects/new", <PlusOutlined />),
    page(t("frame.project.all"), "/projects", <FolderOutlined />),
    ...(organisationId === undefined
      ? []
      : [
          page(
            t("frame.organisation.settings"),
            `/organisations/${organisationId}/members`,
            <TeamOutlined />,
          ),
        ]),
    page(t("frame.person.keys"), "/settings/keys", <KeyOutlined />),
    page(t("frame.person.settings"), "/settings/profile", <TeamOutlined />),
    page(t("frame.help"), "/help", <QuestionCircleOutlined />),
    {
      key: "theme",
      name: t(`frame.theme.${other}`),
      group: t("frame.palette.view"),
      icon: <BulbOutlined />,
      run: () => setThemeMode(other),
    },
    ...LANGUAGES.map((language) => ({
      key: language,
      name: t(`ui.language.${language}`),
      keywords: "language 语言",
      group: t("frame.palette.view"),
      run: () => chooseLanguage(language),
    })),
  ];
}
