import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { counted } from "@/i18n/problem-text";

import type { PreviewedRole } from "../api/imports/use-column-preview";
import reading from "../reading/reading.module.css";

interface Props {
  roles: readonly PreviewedRole[];
  names: readonly string[];
  onChange: (role: PreviewedRole["role"], column: string | null) => void;
}

const NONE = "";

/** Which column has each role, with the reason where it was guessed. */
export function ColumnRoles({ roles, names, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={reading.form}>
      {roles.map(({ role, column, reason }) => {
        const isUncertain = reason !== null && !reason.is_sure;
        return (
          <div key={role} className={reading.line}>
            <span className={reading.label}>{t(`mapping.role.${role}`)}</span>
            <div className={reading.control}>
              <Select
                showSearch
                aria-label={t(`mapping.role.${role}`)}
                className={reading.choice}
                value={column ?? NONE}
                options={[
                  { value: NONE, label: t("mapping.none") },
                  ...names.map((name) => ({ value: name, label: name })),
                ]}
                onChange={(name: string) => onChange(role, name === NONE ? null : name)}
              />
              {reason !== null && (
                <small className={isUncertain ? reading.unsure : reading.reason}>
                  {isUncertain && `${t("reading.unsure")} `}
                  {t(`mapping.reason.${reason.code}`, {
                    ...counted(reason.params),
                    defaultValue: reason.message,
                  })}
                </small>
              )}
            </div>
          </div>
        );
      })}
    </div>
  );
}
