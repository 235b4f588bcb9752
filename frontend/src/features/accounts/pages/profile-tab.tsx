import { App, Button, Form, Input, Radio } from "antd";
import { useTranslation } from "react-i18next";

import { useSession, useUpdateMe } from "@/api/session";
import { Panel } from "@/components/ui/panel";
import { FormProblem } from "@/components/ui/form-problem";
import { changeLanguage, LANGUAGES, type Language } from "@/i18n/language";

import styles from "./tabs.module.css";

/** Name and language. */
export function ProfileTab() {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const user = useSession().data?.user;
  const update = useUpdateMe();
  const submit = (values: { name: string; language: Language }) =>
    update.mutate(values, {
      onSuccess: async () => {
        await changeLanguage(i18n, values.language);
        message.success(i18n.t("accounts.saved"));
      },
    });
  return (
    <Panel>
      <Form
        layout="vertical"
        requiredMark={false}
        key={user?.language}
        initialValues={{ name: user?.name, language: user?.language }}
        onFinish={submit}
      >
        <FormProblem error={update.error} />
        <Form.Item label={t("accounts.field.email")}>
          <span className={styles.whole}>{user?.email}</span>
        </Form.Item>
        <Form.Item
          name="name"
          label={t("accounts.field.name")}
          rules={[{ required: true, whitespace: true, message: t("accounts.field.nameNeeded") }]}
        >
          <Input autoComplete="name" maxLength={120} />
        </Form.Item>
        <Form.Item name="language" label={t("accounts.field.language")}>
          <Radio.Group
            options={LANGUAGES.map((language) => ({
              value: language,
              label: t(`ui.language.${language}`),
            }))}
          />
        </Form.Item>
        <Button htmlType="submit" type="primary" loading={update.isPending}>
          {t("accounts.save")}
        </Button>
      </Form>
    </Panel>
  );
}
