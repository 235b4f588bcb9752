import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";

import { AwaitedPart } from "@/components/ui/awaited-parts";
import { commandKey, isTyping } from "@/components/ui/keyboard";

import { DiskNotice } from "./disk-notice";
import styles from "./frame.module.css";
import { OfflineNotice } from "./offline-notice";
import { TopBar } from "./top-bar";

const JobsDrawer = lazy(async () => ({ default: (await import("./jobs-drawer")).JobsDrawer }));
const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));

/** The top bar, and whatever page is under it. */
export function Frame() {
  const { t } = useTranslation();
  const [jobsShown, setJobsShown] = useState<boolean>();
  const [paletteShown, setPaletteShown] = useState<boolean>();

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k";
      if (!command && (event.key !== "/" || isTyping(event))) return;
      event.preventDefault();
      setPaletteShown(true);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  return (
    <div className={styles.frame}>
      <a href="#page" className={styles.skip}>
        {t("frame.skip")}
      </a>
      <TopBar
        onJobs={() => setJobsShown(true)}
        onPalette={() => setPaletteShown(true)}
        paletteKeys={`${commandKey()} K`}
      />
      <div className={styles.notices}>
        <OfflineNotice />
        <DiskNotice />
      </div>
      <main id="page" className={styles.main}>
        <Outlet />
      </main>
      <Suspense fallback={<AwaitedPart />}>
        {jobsShown !== undefined && (
          <JobsDrawer open={jobsShown} onClose={() => setJobsShown(false)} />
        )}
        {paletteShown !== undefined && (
          <Palette open={paletteShown} onClose={() => setPaletteShown(false)} />
        )}
      </Suspense>
    </div>
  );
}
