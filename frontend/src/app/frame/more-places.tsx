import { EllipsisOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";

import type { Place } from "./chain";
import styles from "./project-frame.module.css";

interface MorePlacesProps {
  /** Address of the project. */
  base: string;
  places: readonly Place[];
}

/** The places of a project for which a narrow bar has no room. */
export function MorePlaces({ base, places }: MorePlacesProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = places.find(({ path }) => `${pathname}/`.startsWith(`${base}/${path}/`));
  return (
    <Dropdown
      trigger={["click"]}
      placement="topRight"
      menu={{
        selectedKeys: current === undefined ? [] : [current.key],
        items: places.map(({ key, path, icon }) => ({
          key,
          icon,
          label: <Link to={`${base}/${path}`}>{t(`frame.place.${key}`)}</Link>,
        })),
      }}
    >
      <button
        type="button"
        className={styles.place}
        aria-current={current === undefined ? undefined : "page"}
      >
        <span aria-hidden>
          <EllipsisOutlined />
        </span>
        {t("frame.morePlaces")}
      </button>
    </Dropdown>
  );
}
