import { Checkbox, Form, Input, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";

import { formatTime } from "@/i18n/format";

import type { ShareLink } from "../types";

/** What is said of a page for guests. */
export interface LinkForm {
  title: string;
  description?: string;
  /** From now on; absent to leave it as it is. */
  expires_in_days?: number;
  daily_calls: number;
  password?: string;
  /** Whether the password that there is goes. */
  takes_password?: boolean;
}

const LIFETIMES = [7, 30, 90, 365] as const;
const MAX_DAILY_CALLS = 100_000;
const MIN_PASSWORD = 6;

/** The fields of a form for a page for guests: of one that there is, or of a new one. */
export function LinkFields({ link }: { link?: ShareLink }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Form.Item
        name="title"
        label={t("share.links.title")}
        rules={[{ required: true, whitespace: true, message: t("share.links.titleNeeded") }]}
      >
        <Input maxLength={120} placeholder={t("share.links.titlePlaceholder")} />
      </Form.Item>
      <Form.Item name="description" label={t("share.links.description")}>
        <Input.TextArea
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 5 }}
          placeholder={t("share.links.descriptionPlaceholder")}
        />
      </Form.Item>
      <Form.Item name="expires_in_days" label={t("share.links.expires")}>
        <Select
          allowClear={link !== undefined}
          placeholder={
            link &&
            t("share.links.expiryKept", {
              date: formatTime(link.expires_at, i18n.language, "date"),
            })
          }
          options={LIFETIMES.map((value) => ({
            value,
            label: t("share.links.days", { count: value }),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="daily_calls"
        label={t("share.links.dailyCalls")}
        extra={t("share.links.dailyCallsHelp")}
        rules={[{ required: true, message: t("share.links.dailyCallsNeeded") }]}
      >
        <InputNumber min={1} max={MAX_DAILY_CALLS} precision={0} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t("share.links.password")}
        extra={t(link?.has_password ? "share.links.passwordKept" : "share.links.passwordHelp")}
        rules={[{ min: MIN_PASSWORD, message: t("share.links.passwordShort") }]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      {link?.has_password && (
        <Form.Item name="takes_password" valuePropName="checked">
          <Checkbox>{t("share.links.passwordTaken")}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}
