import { BellOutlined } from "@ant-design/icons";
import { Badge, Button, Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useAlertCount } from "@/api/alerts";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";

/** How many alerts nobody looks after yet; it leads to them. */
export function AlertsBell() {
  const { t } = useTranslation();
  const organisation = useOrganisation();
  const mayRead = atLeast(organisation?.role, "viewer");
  const id = organisation?.organisation.id;
  const count = useAlertCount(id, mayRead).data?.num_firing ?? 0;
  if (!mayRead || id === undefined) return null;
  return (
    <Tooltip title={t("frame.alerts.title")}>
      <Link to={`/alerts?organisation=${id}`} aria-label={t("frame.alerts.open", { count })}>
        <Button type="text" tabIndex={-1} aria-hidden>
          <Badge
            count={count}
            overflowCount={9}
            offset={[4, -2]}
            size="small"
            color="var(--danger)"
          >
            <BellOutlined style={{ color: "var(--ink)", fontSize: 16 }} />
          </Badge>
        </Button>
      </Link>
    </Tooltip>
  );
}
