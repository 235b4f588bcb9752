import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";

import { isAccepted, withAgreement } from "@/components/options/accepted";
import type { Options } from "@/components/options/values";

interface AgreementProps {
  code: string;
  options: Options;
  onChange: (options: Options) => void;
}

/** Agree to a finding that a run would wait for. */
export function Agreement({ code, options, onChange }: AgreementProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      checked={isAccepted(options, code)}
      onChange={({ target }) => onChange(withAgreement(options, code, target.checked))}
    >
      {t(`check.agree.${code}`, { defaultValue: t("check.agree.other") })}
    </Checkbox>
  );
}
