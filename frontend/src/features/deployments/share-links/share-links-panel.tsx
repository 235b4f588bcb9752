import { QrcodeOutlined } from "@ant-design/icons";
import { Button, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useRevokeShareLink } from "../api/use-revoke-share-link";
import { useShareLinks } from "../api/use-share-links";
import type { ShareLink } from "../types";
import { AddressDialog } from "./address-dialog";
import { CreateLinkDialog } from "./create-link-dialog";
import { EditLinkDialog } from "./edit-link-dialog";
import { useLinkColumns } from "./link-columns";
import styles from "./share-links.module.css";

/** Pages by which people without an account try this endpoint. */
export function ShareLinksPanel({ deploymentId }: { deploymentId: string }) {
  const { t } = useTranslation();
  const links = useShareLinks(deploymentId);
  const revoke = useRevokeShareLink(deploymentId);
  const columns = useLinkColumns();
  const [isCreating, setIsCreating] = useState(false);
  const [shown, setShown] = useState<ShareLink>();
  const [edited, setEdited] = useState<ShareLink>();
  const [leaving, setLeaving] = useState<ShareLink>();
  const create = <Button onClick={() => setIsCreating(true)}>{t("share.links.create")}</Button>;
  const actions = (link: ShareLink) =>
    link.state !== "revoked" && (
      <div className={styles.actions}>
        {link.state === "valid" && (
          <Button size="small" icon={<QrcodeOutlined aria-hidden />} onClick={() => setShown(link)}>
            {t("share.links.show")}
          </Button>
        )}
        <Button size="small" onClick={() => setEdited(link)}>
          {t("share.links.edit")}
        </Button>
        {link.state === "valid" && (
          <Button size="small" danger type="text" onClick={() => setLeaving(link)}>
            {t("share.links.revoke")}
          </Button>
        )}
      </div>
    );
  return (
    <Panel title={t("share.links.heading")} extra={create}>
      {links.isError ? (
        <ErrorState error={links.error} onRetry={() => void links.refetch()} />
      ) : links.isPending ? (
        <RowsSkeleton count={2} />
      ) : links.data.results.length === 0 ? (
        <EmptyState title={t("share.links.empty.title")}>{t("share.links.empty.text")}</EmptyState>
      ) : (
        <Table<ShareLink>
          rowKey="id"
          size="small"
          dataSource={links.data.results}
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={[...columns, { render: (_, link) => actions(link) }]}
        />
      )}
      <CreateLinkDialog
        deploymentId={deploymentId}
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={setShown}
      />
      {edited !== undefined && (
        <EditLinkDialog
          deploymentId={deploymentId}
          link={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <AddressDialog link={shown} onClose={() => setShown(undefined)} />
      <ConfirmDanger
        open={leaving !== undefined}
        title={t("share.links.revokeTitle", { title: leaving?.title })}
        verb={t("share.links.revoke")}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => revoke.mutateAsync(leaving?.id ?? "")}
      >
        {t("share.links.revokeText")}
      </ConfirmDanger>
    </Panel>
  );
}
