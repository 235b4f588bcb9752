import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useParams } from "react-router";

import { useOrganisation } from "@/api/organisation";
import { joined } from "@/api/pages";
import { useProject } from "@/api/project";
import { useProjects } from "@/api/projects-list";
import { useSession } from "@/api/session";

import { PLACES } from "./chain";
import styles from "./frame.module.css";

const LISTED_PROJECTS = 8;

/** Organisation › project › page: where one is, and a step sideways at each level. */
export function Switchers() {
  const { t } = useTranslation();
  const { projectId } = useParams();
  return (
    <nav aria-label={t("frame.where")}>
      <ol className={styles.where}>
        <li>
          <OrganisationSwitcher />
        </li>
        {projectId !== undefined && (
          <>
            <li>
              <ProjectSwitcher projectId={projectId} />
            </li>
            <li className={styles.wideOnly}>
              <PlaceSwitcher projectId={projectId} />
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}

interface SwitcherProps {
  name: string;
  label: string;
  items: MenuProps["items"];
  onChoose?: (key: string) => void;
}

function Switcher({ name, label, items, onChoose }: SwitcherProps) {
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: ({ key }) => onChoose?.(key) }}>
      <Button
        type="text"
        className={styles.switcher}
        icon={<DownOutlined style={{ fontSize: 10 }} />}
        iconPlacement="end"
        aria-label={`${label}: ${name}`}
      >
        {name}
      </Button>
    </Dropdown>
  );
}

function OrganisationSwitcher() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const memberships = useSession().data?.memberships ?? [];
  const current = useOrganisation();
  const id = current?.organisation.id;
  return (
    <Switcher
      name={current?.organisation.name ?? t("frame.organisation.none")}
      label={t("frame.organisation.switch")}
      onChoose={(key) => {
        if (!key.startsWith("/")) void navigate(`/?organisation=${key}`);
      }}
      items={[
        ...memberships.map(({ organisation }) => ({
          key: organisation.id,
          label: organisation.name,
        })),
        { type: "divider" },
        ...(id === undefined
          ? []
          : [
              {
                key: "/settings",
                label: (
                  <Link to={`/organisations/${id}/members`}>
                    {t("frame.organisation.settings")}
                  </Link>
                ),
              },
            ]),
        {
          key: "/new",
          label: <Link to="/organisations/new">{t("frame.organisation.new")}</Link>,
        },
      ]}
    />
  );
}

function ProjectSwitcher({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const project = useProject(projectId);
  const projects = useProjects(project.data?.organisation_id);
  const others = joined(projects.data?.pages).slice(0, LISTED_PROJECTS);
  return (
    <Switcher
      name={project.data?.name ?? "…"}
      label={t("frame.project.switch")}
      items={[
        ...others.map(({ id, name }) => ({
          key: id,
          label: <Link to={`/projects/${id}`}>{name}</Link>,
        })),
        { type: "divider" as const },
        { key: "all", label: <Link to="/projects">{t("frame.project.all")}</Link> },
      ]}
    />
  );
}

function PlaceSwitcher({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const path = pathname.split("/")[3] ?? "";
  const place = PLACES.find((candidate) => candidate.path === path);
  if (place === undefined) return null;
  return (
    <Switcher
      name={t(`frame.place.${place.key}`)}
      label={t("frame.places")}
      items={PLACES.map(({ key, path: target }) => ({
        key,
        label: <Link to={`/projects/${projectId}/${target}`}>{t(`frame.place.${key}`)}</Link>,
      }))}
    />
  );
}
