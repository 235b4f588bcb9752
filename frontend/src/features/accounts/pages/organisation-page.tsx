import { useParams } from "react-router";

import { atLeast, useSession } from "@/api/session";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { RoleNeeded } from "@/components/ui/role-needed";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useOrganisationDetail } from "../api/get-organisation";
import { TabsPage } from "../components/tabs-page";

const EVERYONE = ["members", "storage"];
const ADMINISTRATORS = ["members", "invitations", "storage", "trash", "audit", "general"];

/** Who may do what here, what is stored, and what was done. */
export function OrganisationPage() {
  const { organisationId = "" } = useParams();
  const mine = useSession().data?.memberships.find(
    ({ organisation }) => organisation.id === organisationId,
  );
  // Who works on what was handed out is told of nothing else, so nothing is asked for.
  if (mine !== undefined && !atLeast(mine.role, "viewer")) {
    return (
      <Page title={mine.organisation.name} width="reading">
        <RoleNeeded />
      </Page>
    );
  }
  return <Organisation organisationId={organisationId} />;
}

function Organisation({ organisationId }: { organisationId: string }) {
  const organisation = useOrganisationDetail(organisationId);
  if (organisation.isPending) return <PageSkeleton />;
  if (organisation.isError) {
    return <ErrorState error={organisation.error} onRetry={() => void organisation.refetch()} />;
  }
  const { name, role } = organisation.data;
  return (
    <TabsPage
      title={name}
      base={`/organisations/${organisationId}`}
      tabs={atLeast(role, "admin") ? ADMINISTRATORS : EVERYONE}
    />
  );
}
