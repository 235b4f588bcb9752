import { Button } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useOwnWork } from "@/api/assignments";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { OwnWorkPanel } from "@/components/assignments/own-work";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobHead } from "@/components/ui/job-head";
import { JobProgress } from "@/components/ui/job-progress";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { ProjectCards } from "@/components/projects/project-card";
import { CardsSkeleton } from "@/components/ui/skeletons";

import { useHome } from "../api/get-home";
import { FourSteps } from "../components/four-steps";
import styles from "../components/home.module.css";

// Its images and its search field are not what the first view waits for.
const SampleCards = lazy(async () => ({
  default: (await import("../components/sample-cards")).SampleCards,
}));

/** What is this, and what was I doing? */
export function HomePage() {
  const current = useOrganisation();
  if (current === undefined) return <NoOrganisation />;
  if (current.role === "contributor") return <ContributorHome />;
  return (
    <OrganisationHome organisationId={current.organisation.id} key={current.organisation.id} />
  );
}

function NoOrganisation() {
  const { t } = useTranslation();
  return (
    <Page title={t("home.noOrganisation.title")} width="reading">
      <EmptyState
        title={t("home.noOrganisation.what")}
        action={
          <Link to="/organisations/new">
            <Button type="primary">{t("home.noOrganisation.create")}</Button>
          </Link>
        }
      >
        {t("home.noOrganisation.why")}
      </EmptyState>
    </Page>
  );
}

/** What was assigned, for somebody who sees nothing else. */
function ContributorHome() {
  const { t } = useTranslation();
  const work = useOwnWork();
  return (
    <Page title={t("assignments.own.title")} lead={t("assignments.own.lead")}>
      {work.isPending && <CardsSkeleton />}
      {work.isError && <ErrorState error={work.error} onRetry={() => void work.refetch()} />}
      {work.data?.length === 0 && (
        <EmptyState title={t("assignments.own.none")}>{t("assignments.own.noneText")}</EmptyState>
      )}
      <OwnWorkPanel hasTitle={false} />
    </Page>
  );
}

function OrganisationHome({ organisationId }: { organisationId: string }) {
  const { t } = useTranslation();
  const home = useHome(organisationId);
  const isNew = home.data?.num_projects === 0;
  const mayCreate = atLeast(useOrganisation()?.role, "developer");
  const create = mayCreate && (
    <Link to="/projects/new">
      <Button type="primary">{t("home.fromFiles")}</Button>
    </Link>
  );
  return (
    <Page
      title={isNew ? t("home.welcome") : t("home.title")}
      lead={t("home.lead")}
      action={create}
      secondary={mayCreate && <Button href="#samples">{t("ui.startFromSample")}</Button>}
    >
      <OwnWorkPanel />
      {home.isPending && <CardsSkeleton />}
      {home.isError && <ErrorState error={home.error} onRetry={() => void home.refetch()} />}
      {isNew && (
        <>
          <FourSteps />
          <p className={styles.text}>{mayCreate ? t("home.startHint") : t("home.mayNotCreate")}</p>
          <Suspense fallback={<CardsSkeleton />}>
            <SampleCards />
          </Suspense>
        </>
      )}
      {home.data !== undefined && !isNew && (
        <>
          <div className={styles.columns}>
            <section className={styles.section} aria-labelledby="recent">
              <div className={styles.head}>
                <h2 id="recent">{t("home.recent")}</h2>
                <Link to={`/projects?organisation=${organisationId}`}>
                  {t("home.all", { count: home.data.num_projects })}
                </Link>
              </div>
              <ProjectCards projects={home.data.recent_projects} />
            </section>
            <Panel title={t("home.running")}>
              {home.data.running_jobs.length === 0 ? (
                <p className={styles.text}>{t("home.nothingRuns")}</p>
              ) : (
                <ul className={styles.jobs}>
                  {home.data.running_jobs.map((job) => (
                    <li key={job.id}>
                      <JobHead job={job} />
                      <JobProgress job={job} onFinished={() => void home.refetch()} />
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
          </div>
          <Suspense fallback={<CardsSkeleton />}>
            <SampleCards />
          </Suspense>
          <section className={styles.section} aria-labelledby="steps">
            <h2 id="steps">{t("home.how")}</h2>
            <FourSteps />
          </section>
        </>
      )}
    </Page>
  );
}
