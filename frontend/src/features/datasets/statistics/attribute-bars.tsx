import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated/schema";
import { Panel } from "@/components/ui/panel";

import { ShareBars } from "./share-bars";

type Statistics = components["schemas"]["Statistics"];

/** How many of the regions with a label have each value; every bar leads to its samples. */
export function AttributeBars({ labels, attributes }: Pick<Statistics, "labels" | "attributes">) {
  const { t } = useTranslation();
  return attributes
    .filter(({ num }) => num > 0)
    .map(({ label_id: labelId, name, kind, num, values }) => {
      const label = labels.find(({ id }) => id === labelId);
      const asked = `${labelId ?? "none"}:${name}`;
      const rows =
        values.length === 0
          ? [{ key: "all", name: t("datasets.attributes.any"), count: num, asked }]
          : values.map(({ value, num: count }) => ({
              key: value,
              name:
                kind === "flag" && (value === "true" || value === "false")
                  ? t(`labelling.attributes.${value}`)
                  : value,
              count,
              asked: `${asked}=${value}`,
            }));
      return (
        <Panel key={asked} title={`${label?.name ?? t("datasets.attributes.noLabel")} · ${name}`}>
          <ShareBars
            of={Math.max(label?.num_regions ?? 0, num)}
            rows={rows.map(({ asked: attribute, ...row }) => ({
              ...row,
              ...(label && { color: label.color }),
              to: `../browse?${new URLSearchParams({ attribute }).toString()}`,
            }))}
          />
        </Panel>
      );
    });
}
