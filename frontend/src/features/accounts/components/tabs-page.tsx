import { useTranslation } from "react-i18next";
import { NavLink, Outlet, useLocation } from "react-router";

import { Page } from "@/components/ui/page";
import { RoleNeeded } from "@/components/ui/role-needed";

import styles from "./tabs-page.module.css";

interface TabsPageProps {
  title: string;
  /** Address of the page; each part's is below it. */
  base: string;
  /** Last parts of the addresses that may be read; their names are `accounts.tab.<name>`. */
  tabs: string[];
}

/** A page in parts, each with an address of its own. */
export function TabsPage({ title, base, tabs }: TabsPageProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const mayRead = pathname === base || tabs.some((tab) => pathname === `${base}/${tab}`);
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
      {mayRead ? <Outlet /> : <RoleNeeded />}
    </Page>
  );
}
