import { Select } from "antd";
import { useTranslation } from "react-i18next";

import type { Role } from "@/api/types";

const ROLES: Role[] = ["owner", "admin", "developer", "annotator", "viewer", "contributor"];

interface RoleSelectProps {
  id?: string;
  value?: Role;
  onChange?: (role: Role) => void;
  disabled?: boolean;
  label?: string;
}

/** Choose a role; each says what it may do. */
export function RoleSelect({ id, value, onChange, disabled, label }: RoleSelectProps) {
  const { t } = useTranslation();
  return (
    <Select<Role>
      id={id}
      aria-label={label}
      value={value}
      onChange={onChange}
      disabled={disabled}
      popupMatchSelectWidth={360}
      style={{ minWidth: 132 }}
      options={ROLES.map((role) => ({ value: role, label: t(`accounts.role.${role}.name`) }))}
      optionRender={({ data: { value: role, label } }) => (
        <span>
          <strong>{label}</strong>
          <br />
          <span style={{ color: "var(--muted)", whiteSpace: "normal" }}>
            {t(`accounts.role.${role}.may`)}
          </span>
        </span>
      )}
    />
  );
}
