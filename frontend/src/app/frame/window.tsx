import { Outlet } from "react-router";

import { LOADING_BAR, LoadingBar } from "./loading-bar";
import { useIsLeaving } from "./use-loading";
import styles from "./window.module.css";

/** Around every page: one that is about to be left stays, marked busy, until the next is there. */
export function Window() {
  const isLeaving = useIsLeaving();
  return (
    <>
      <LoadingBar />
      <div
        className={styles.page}
        aria-busy={isLeaving}
        aria-describedby={isLeaving ? LOADING_BAR : undefined}
      >
        <Outlet />
      </div>
    </>
  );
}
