import { Button, Input } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useOrganisation } from "@/api/organisation";
import { joined } from "@/api/pages";
import { useProjects } from "@/api/projects-list";
import { atLeast } from "@/api/session";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Page } from "@/components/ui/page";
import { ProjectCards } from "@/components/projects/project-card";
import { RoleNeeded } from "@/components/ui/role-needed";
import { CardsSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

/** All projects of an organisation. */
export function ProjectsPage() {
  const { t } = useTranslation();
  const [query, put] = useAddressParts();
  const search = query.get("search") ?? "";
  const current = useOrganisation();
  const mayRead = current === undefined || atLeast(current.role, "viewer");
  const projects = useProjects(mayRead ? current?.organisation.id : undefined, search);
  const found = joined(projects.data?.pages);
  const mayCreate = atLeast(current?.role, "developer");

  const change = (text: string) => put({ search: text === "" ? null : text });
  const create = mayCreate && (
    <Link to="/projects/new">
      <Button type="primary">{t("projects.create")}</Button>
    </Link>
  );
  return (
    <Page
      title={t("projects.title")}
      lead={current?.organisation.name}
      action={create}
      toolbar={
        <Input.Search
          aria-label={t("projects.search")}
          placeholder={t("projects.search")}
          value={search}
          onChange={(event) => change(event.target.value)}
          allowClear
          style={{ maxWidth: 360 }}
        />
      }
    >
      {!mayRead && <RoleNeeded />}
      {mayRead && projects.isPending && <CardsSkeleton />}
      {projects.isError && (
        <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {projects.isSuccess && found.length === 0 && search !== "" && (
        <EmptyState
          title={t("projects.notFound", { search })}
          action={<Button onClick={() => change("")}>{t("projects.showAll")}</Button>}
        />
      )}
      {projects.isSuccess && found.length === 0 && search === "" && (
        <EmptyState
          title={t("projects.none")}
          action={
            <>
              {create}
              {create && (
                <Link to="/#samples">
                  <Button>{t("ui.startFromSample")}</Button>
                </Link>
              )}
            </>
          }
        >
          {t("projects.noneHint")}
        </EmptyState>
      )}
      {found.length > 0 && <ProjectCards projects={found} />}
      <MoreButton list={projects} />
    </Page>
  );
}
