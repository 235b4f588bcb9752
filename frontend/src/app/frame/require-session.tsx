import { Navigate, Outlet, useLocation } from "react-router";

import { useSession } from "@/api/session";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";

/** Pages for people who are signed in; others go to sign in and come back. */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session.isPending) return <PageSkeleton />;
  if (session.isError && session.data === undefined) {
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  }
  if (session.data?.user == null) {
    const next = encodeURIComponent(location.pathname + location.search);
    return <Navigate to={`/sign-in?next=${next}`} replace />;
  }
  return <Outlet />;
}
