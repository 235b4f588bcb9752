import { useParams } from "react-router";

import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";
import { atLeast } from "@/api/session";

import { useOrganisationDetail } from "../api/get-organisation";
import { TabsPage } from "../components/tabs-page";

const EVERYONE = ["members", "storage"];
const ADMINISTRATORS = ["members", "invitations", "storage", "trash", "audit", "general"];

/** Who may do what here, what is stored, and what was done. */
export function OrganisationPage() {
  const { organisationId = "" } = useParams();
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
