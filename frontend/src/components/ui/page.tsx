import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";

import styles from "./page.module.css";

export interface Crumb {
  title: ReactNode;
  to?: string;
}

interface PageProps {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  breadcrumbs?: Crumb[];
  /** The page's one primary action, a button named by a verb. */
  action?: ReactNode;
  /** Quiet actions beside it. */
  secondary?: ReactNode;
  /** Tabs, filters or a switcher under the title. */
  toolbar?: ReactNode;
  /** "reading" keeps forms and texts narrow; "wide" uses the whole window. */
  width?: "reading" | "wide";
  children: ReactNode;
}

/** The frame of every page: title, one primary action, and the way back. */
export function Page(props: PageProps) {
  const { title, lead, breadcrumbs, action, secondary, toolbar, width = "wide", children } = props;
  useEffect(() => {
    document.title = `${title} · Easel`;
  }, [title]);
  return (
    <div className={`${styles.page} ${width === "reading" ? styles.reading : ""}`}>
      <header className={styles.header}>
        <div className={styles.titles}>
          {breadcrumbs !== undefined && (
            <nav>
              <ol className={styles.trail}>
                {breadcrumbs.map(({ title, to }, position) => (
                  <li key={position}>{to === undefined ? title : <Link to={to}>{title}</Link>}</li>
                ))}
              </ol>
            </nav>
          )}
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        <div className={styles.actions}>
          {secondary}
          {action}
        </div>
      </header>
      {toolbar !== undefined && <div className={styles.toolbar}>{toolbar}</div>}
      {children}
    </div>
  );
}
