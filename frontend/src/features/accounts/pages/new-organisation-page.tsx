import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { FormProblem } from "@/components/ui/form-problem";

import { useCreateOrganisation } from "../api/create-organisation";

export function NewOrganisationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateOrganisation();
  const submit = ({ name }: { name: string }) =>
    create.mutate(name, {
      onSuccess: (organisation) => void navigate(`/?organisation=${organisation.id}`),
    });
  return (
    <Page
      title={t("accounts.newOrganisation.title")}
      lead={t("accounts.newOrganisation.lead")}
      width="reading"
    >
      <Panel>
        <Form layout="vertical" requiredMark={false} onFinish={submit}>
          <FormProblem error={create.error} />
          <Form.Item
            name="name"
            label={t("accounts.field.organisation")}
            rules={[
              { required: true, whitespace: true, message: t("accounts.field.organisationNeeded") },
            ]}
          >
            <Input maxLength={120} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            {t("accounts.newOrganisation.create")}
          </Button>
        </Form>
      </Panel>
    </Page>
  );
}
