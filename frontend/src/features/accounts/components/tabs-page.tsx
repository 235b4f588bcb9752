import { Tabs } from "antd";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router";

import { Page } from "@/components/ui/page";

interface TabsPageProps {
  title: string;
  /** Address of the page; each tab's is below it. */
  base: string;
  /** Last parts of the tabs' addresses; their names are `accounts.tab.<name>`. */
  tabs: string[];
}

/** A page whose tabs are addresses of their own. */
export function TabsPage({ title, base, tabs }: TabsPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const active = tabs.find((tab) => pathname === `${base}/${tab}`) ?? tabs[0];
  return (
    <Page title={title} width="reading">
      <Tabs
        activeKey={active}
        onChange={(tab) => void navigate(`${base}/${tab}`)}
        items={tabs.map((tab) => ({
          key: tab,
          label: t(`accounts.tab.${tab}`),
          children: tab === active ? <Outlet /> : null,
        }))}
      />
    </Page>
  );
}
