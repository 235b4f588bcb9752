import { useIsFetching, type Query } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";

import { areAwaited, watchAwaited } from "@/components/ui/awaited-parts";

/** How long nothing is said: what comes sooner needs no word, and what takes longer gets one. */
const SILENT_MS = 50;
/** How long it stays after all has come: data of a page is asked for when the page is there. */
const LINGER_MS = 150;
/** How long it takes to leave; see `loading-bar.module.css`. */
const LEAVE_MS = 200;

/** Whether something is loading, as the bar shows it: "done" while it leaves. */
export type Loading = "hidden" | "loading" | "done";

/** Tell whether the next page is on its way, and the one before still shown. */
export function useIsLeaving(): boolean {
  return useNavigation().state !== "idle";
}

/**
 * Tell whether somebody waits: for the next page, for a part of this one, or for data that is not
 * there yet. What is refreshed behind data that is shown makes nobody wait.
 */
export function useLoading(): Loading {
  const isLeaving = useIsLeaving();
  const isFetching = useIsFetching({ predicate: isAwaited }) > 0;
  const isPartAwaited = useSyncExternalStore(watchAwaited, areAwaited);
  return useSteady(isLeaving || isFetching || isPartAwaited);
}

function isAwaited(query: Query): boolean {
  return query.state.data === undefined && query.isActive();
}

/** What to show next and after how long, so that nothing flickers; nothing where it may stay. */
function next(shown: Loading, isBusy: boolean): [Loading, number] | undefined {
  if (isBusy) return shown === "loading" ? undefined : ["loading", SILENT_MS];
  if (shown === "loading") return ["done", LINGER_MS];
  return shown === "done" ? ["hidden", LEAVE_MS] : undefined;
}

function useSteady(isBusy: boolean): Loading {
  const [shown, setShown] = useState<Loading>("hidden");
  useEffect(() => {
    const change = next(shown, isBusy);
    if (change === undefined) return;
    const [to, after] = change;
    const timer = setTimeout(() => setShown(to), after);
    return () => clearTimeout(timer);
  }, [shown, isBusy]);
  return shown;
}
