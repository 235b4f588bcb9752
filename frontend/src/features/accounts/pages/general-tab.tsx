import { App, Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { Panel } from "@/components/ui/panel";
import { FormProblem } from "@/components/ui/form-problem";

import { useOrganisationDetail } from "../api/get-organisation";
import { useRenameOrganisation } from "../api/rename-organisation";

/** The organisation's name. */
export function GeneralTab() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { organisationId = "" } = useParams();
  const organisation = useOrganisationDetail(organisationId);
  const rename = useRenameOrganisation(organisationId);
  const submit = ({ name }: { name: string }) =>
    rename.mutate(name, { onSuccess: () => message.success(t("accounts.saved")) });
  return (
    <Panel>
      <Form
        layout="vertical"
        requiredMark={false}
        key={organisation.data?.name}
        initialValues={{ name: organisation.data?.name }}
        onFinish={submit}
      >
        <FormProblem error={rename.error} />
        <Form.Item
          name="name"
          label={t("accounts.field.organisation")}
          rules={[
            { required: true, whitespace: true, message: t("accounts.field.organisationNeeded") },
          ]}
        >
          <Input maxLength={120} />
        </Form.Item>
        <Button htmlType="submit" type="primary" loading={rename.isPending}>
          {t("accounts.save")}
        </Button>
      </Form>
    </Panel>
  );
}
