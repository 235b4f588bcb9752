import { Form, Modal } from "antd";
import { useTranslation } from "react-i18next";

import { FormProblem } from "@/components/ui/form-problem";

import { useUpdateShareLink } from "../api/use-update-share-link";
import type { ShareLink } from "../types";
import { LinkFields, type LinkForm } from "./link-fields";

interface EditLinkDialogProps {
  deploymentId: string;
  link: ShareLink;
  onClose: () => void;
}

/** Change a page for guests, whose address stays. */
export function EditLinkDialog({ deploymentId, link, onClose }: EditLinkDialogProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<LinkForm>();
  const update = useUpdateShareLink(deploymentId);
  const send = ({ title, description = "", password, takes_password, ...rest }: LinkForm) =>
    update.mutate(
      {
        linkId: link.id,
        body: {
          title: title.trim(),
          description: description.trim(),
          daily_calls: rest.daily_calls,
          ...(rest.expires_in_days !== undefined && { expires_in_days: rest.expires_in_days }),
          ...(takes_password ? { password: null } : password ? { password } : {}),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Modal
      open
      title={t("share.links.editTitle", { title: link.title })}
      okText={t("share.links.save")}
      okButtonProps={{ loading: update.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<LinkForm>
        form={form}
        layout="vertical"
        initialValues={{
          title: link.title,
          description: link.description,
          daily_calls: link.daily_calls,
        }}
        onFinish={send}
      >
        <FormProblem error={update.error} />
        <LinkFields link={link} />
      </Form>
    </Modal>
  );
}
