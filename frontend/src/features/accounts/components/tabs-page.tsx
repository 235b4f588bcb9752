import { useTranslation } from "react-i18next";
import { NavLink, Outlet } from "react-router";

import { Page } from "@/components/ui/page";

import styles from "./tabs-page.module.css";

interface TabsPageProps {
  title: string;
  /** Address of the page; each part's is below it. */
  base: string;
  /** Last parts of the addresses; their names are `accounts.tab.<name>`. */
  tabs: string[];
}

/** A page in parts, each with an address of its own. */
export function TabsPage({ title, base, tabs }: TabsPageProps) {
  const { t } = useTranslation();
  return (
    <Page
      title={title}
      width="reading"
      toolbar={
        <nav className={styles.tabs} aria-label={title}>
          {tabs.map((tab) => (
            <NavLink key={tab} to={`${base}/${tab}`} className={styles.tab}>
              {t(`accounts.tab.${tab}`)}
            </NavLink>
          ))}
        </nav>
      }
    >
      <Outlet />
    </Page>
  );
}
