import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router";

import { useProject } from "./project";
import { useSession } from "./session";
import type { Session } from "./types";

const STORAGE_KEY = "easel.organisation";

export type MembershipOfMine = Session["memberships"][number];

/** The organisation of this page: its address says, else the last one used, else the first. */
export function useOrganisation(): MembershipOfMine | undefined {
  const session = useSession();
  const { organisationId, projectId } = useParams();
  const [query] = useSearchParams();
  const project = useProject(projectId);
  const memberships = session.data?.memberships ?? [];
  const wanted = organisationId ?? project.data?.organisation_id ?? query.get("organisation");
  const find = (id: string | null | undefined) =>
    memberships.find(({ organisation }) => organisation.id === id);
  const found = find(wanted) ?? find(localStorage.getItem(STORAGE_KEY)) ?? memberships[0];
  const id = found?.organisation.id;
  useEffect(() => {
    if (id !== undefined) localStorage.setItem(STORAGE_KEY, id);
  }, [id]);
  return found;
}
