import {
  BulbOutlined,
  CloudServerOutlined,
  CodeOutlined,
  DatabaseOutlined,
  FileImageOutlined,
  FolderOutlined,
  GoldOutlined,
  KeyOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { useOrganisation } from "@/api/organisation";
import { joined } from "@/api/pages";
import { useProjects } from "@/api/projects-list";
import { foundPath, useSearch, type Found } from "@/api/search";
import { atLeast } from "@/api/session";
import { CommandPalette, type Command } from "@/components/ui/command-palette";
import { useChooseLanguage } from "@/components/ui/language-switch";
import { useSettled } from "@/components/ui/use-settled";
import { LANGUAGES } from "@/i18n/language";
import { setThemeMode, useThemeMode } from "@/styles/theme-mode";

import { PLACES } from "./chain";

interface PaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Everything that can be reached from anywhere: pages, things by name, language, theme. */
export function Palette({ open, onClose }: PaletteProps) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search);
  const commands = useCommands();
  const found = useFound(settled);
  const known = new Set(commands.map(({ key }) => key));
  return (
    <CommandPalette
      open={open}
      onClose={onClose}
      commands={[...commands, ...found.commands.filter(({ key }) => !known.has(key))]}
      isSearching={settled !== search || found.isFetching}
      onSearch={setSearch}
    />
  );
}

const KIND_ICONS: Record<Found["kind"], ReactNode> = {
  project: <FolderOutlined />,
  dataset: <DatabaseOutlined />,
  model_version: <GoldOutlined />,
  deployment: <CloudServerOutlined />,
  sample: <FileImageOutlined />,
};

/** What the organisation has of that name. */
function useFound(text: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = useOrganisation();
  const mayRead = atLeast(current?.role, "viewer");
  const found = useSearch(mayRead ? current?.organisation.id : undefined, text);
  const commands = (found.data ?? []).map((one): Command => {
    const path = foundPath(one);
    const kind = t(`frame.palette.kind.${one.kind}`);
    return {
      key: path,
      name: one.name,
      // The server knows why it was found, whatever its letters.
      keywords: text,
      group: one.kind === "project" ? kind : `${kind} · ${one.project_name}`,
      icon: KIND_ICONS[one.kind],
      run: () => void navigate(path),
    };
  });
  return { commands, isFetching: found.isFetching };
}

function useCommands(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useParams();
  const organisationId = useOrganisation()?.organisation.id;
  const projects = useProjects(organisationId);
  const chooseLanguage = useChooseLanguage();
  const mode = useThemeMode();
  const other = mode === "dark" ? "light" : "dark";

  const page = (name: string, path: string, icon: ReactNode, group = "pages"): Command => ({
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
    page(t("frame.python"), "/python", <CodeOutlined />),
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
