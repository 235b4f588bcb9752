// eslint-disable-next-line no-restricted-syntax -- Here they are made accessible for all others.
import { Tabs as AntTabs, type TabsProps } from "antd";

import styles from "./tabs.module.css";

/**
 * Tabs of which those without room scroll: by touch, by wheel, and to the one that has the focus.
 *
 * On wide screens antd also puts a button with the rest of them into the list of tabs, where
 * nothing but tabs may be; as on phones, it is left out. An address may name a tab that others
 * have, or that is no more: then the first is shown.
 */
export function Tabs({ activeKey, ...props }: Omit<TabsProps, "className" | "renderTabBar">) {
  const isThere = props.items?.some(({ key }) => key === activeKey) ?? true;
  return (
    <AntTabs
      {...props}
      {...(activeKey !== undefined && {
        activeKey: isThere ? activeKey : (props.items?.[0]?.key ?? activeKey),
      })}
      className={styles.tabs}
      renderTabBar={(bar, TabBar) => <TabBar {...bar} mobile />}
    />
  );
}
