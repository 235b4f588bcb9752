import { Collapse, Form, Select } from "antd";
import { useTranslation } from "react-i18next";

import type { Limits } from "./limits";
import { LimitsFields } from "./limits-fields";

interface KeyLimitsProps {
  limits: Limits;
  networks: string[];
  onLimits: (limits: Limits) => void;
  onNetworks: (networks: string[]) => void;
}

/** How much a key may call and from where, folded away: most keys need neither. */
export function KeyLimits({ limits, networks, onLimits, onNetworks }: KeyLimitsProps) {
  const { t } = useTranslation();
  const fields = (
    <>
      <LimitsFields id="key-limits" value={limits} onChange={onLimits} />
      <Form.Item
        label={t("deployments.limits.networks")}
        htmlFor="key-networks"
        extra={t("deployments.limits.networksText")}
      >
        <Select
          id="key-networks"
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[",", " ", "\n"]}
          placeholder="10.0.0.0/8"
          value={networks}
          onChange={onNetworks}
        />
      </Form.Item>
    </>
  );
  return (
    <Collapse
      size="small"
      ghost
      items={[{ key: "limits", label: t("deployments.limits.fold"), children: fields }]}
    />
  );
}
