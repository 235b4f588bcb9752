import { useAddress } from "@/components/ui/use-address";

import { useRevisions } from "../api/use-revisions";
import type { Deployment } from "../types";
import { pairOf } from "./comparison/compared";
import { ComparisonPanel } from "./comparison/comparison-panel";
import { RevisionsPanel } from "./revisions-panel";

/** The revisions of an endpoint, or two of them beside each other, as the address says. */
export function VersionsTab({ deployment }: { deployment: Deployment }) {
  const [query, change] = useAddress();
  const revisions = useRevisions(deployment.id);
  const pair = pairOf(query.get("compare"));
  const close = () =>
    change((old) => {
      const next = new URLSearchParams(old);
      next.delete("compare");
      return next;
    });
  if (pair === null) return <RevisionsPanel deployment={deployment} />;
  return (
    <ComparisonPanel
      deploymentId={deployment.id}
      revisions={revisions.data?.results ?? []}
      pair={pair}
      onClose={close}
    />
  );
}
