import type { ReactNode } from "react";

import { GuestLanguageSwitch } from "@/components/ui/language-switch";

import styles from "./guest-frame.module.css";

/** Around pages for guests: whose they are, in which language, and no way to anywhere else. */
export function GuestFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.mark}>
          <img src="/mark.svg" alt="" width={24} height={24} />
          Easel
        </span>
        <GuestLanguageSwitch />
      </header>
      <main className={styles.page}>{children}</main>
    </div>
  );
}
