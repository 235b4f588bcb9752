import { Modal } from "antd";
import { useTranslation } from "react-i18next";

import type { Membership } from "@/api/types";
import { CodeBlock } from "@/components/ui/code-block";
import { Time } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useMemberPasswordLink } from "../api/member-password-link";
import styles from "../pages/tabs.module.css";

interface PasswordLinkDialogProps {
  organisationId: string;
  /** The member who has forgotten their password; none while the dialog is closed. */
  member: Membership | undefined;
  onClose: () => void;
}

/** Make a link for a member to choose a password by, and show it this once. */
export function PasswordLinkDialog({ organisationId, member, onClose }: PasswordLinkDialogProps) {
  const { t } = useTranslation();
  const make = useMemberPasswordLink(organisationId);
  const isMade = make.data !== undefined;
  return (
    <Modal
      open={member !== undefined}
      title={t("access.passwordLink.title", { name: member?.user.name })}
      okText={t("access.passwordLink.make")}
      cancelText={t(isMade ? "access.passwordLink.done" : "ui.cancel")}
      okButtonProps={{
        loading: make.isPending,
        style: isMade ? { display: "none" } : undefined,
      }}
      onOk={() => make.mutate(member?.id ?? "")}
      onCancel={onClose}
      afterClose={() => make.reset()}
      destroyOnHidden
    >
      <div className={styles.stack}>
        <ProblemAlert error={make.error} />
        {isMade ? (
          <div role="status">
            <p>{t("access.passwordLink.send", { email: member?.user.email })}</p>
            <CodeBlock
              label={t("access.passwordLink.link")}
              code={new URL(make.data.url, window.location.origin).href}
            />
            <p className={styles.muted}>
              {t("access.passwordLink.until")} <Time value={make.data.expires_at} style="date" />
            </p>
          </div>
        ) : (
          <p>{t("access.passwordLink.lead")}</p>
        )}
      </div>
    </Modal>
  );
}
