import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { useOrganisation } from "@/api/organisation";

import { usePeople } from "../api/use-people";

interface Props {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  label?: string;
}

/** Choose members of the organisation by name; roles stand beside the names. */
export function PeopleSelect({ id, value, onChange, label }: Props) {
  const { t } = useTranslation();
  const people = usePeople(useOrganisation()?.organisation.id);
  return (
    <Select
      id={id}
      mode="multiple"
      aria-label={label}
      loading={people.isPending}
      value={value}
      onChange={onChange}
      showSearch={{ optionFilterProp: "label" }}
      options={(people.data ?? []).map(({ user, role }) => ({
        value: user.id,
        label: `${user.name} · ${t(`accounts.role.${role}.name`)}`,
      }))}
    />
  );
}
