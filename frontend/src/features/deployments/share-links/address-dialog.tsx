import { Modal } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { RowsSkeleton } from "@/components/ui/skeletons";

import type { ShareLink } from "../types";
import { shareAddress } from "./share-address";

// What draws codes comes once somebody wants one.
const LinkAddress = lazy(async () => ({ default: (await import("./link-address")).LinkAddress }));

interface AddressDialogProps {
  link: ShareLink | undefined;
  onClose: () => void;
}

/** Where a link leads, and its QR code. */
export function AddressDialog({ link, onClose }: AddressDialogProps) {
  const { t } = useTranslation();
  if (link === undefined) return null;
  return (
    <Modal
      open
      title={link.title}
      okText={t("share.links.close")}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ style: { display: "none" } }}
    >
      <Suspense fallback={<RowsSkeleton count={4} />}>
        <LinkAddress
          address={shareAddress(window.location.origin, link.token)}
          title={link.title}
        />
      </Suspense>
    </Modal>
  );
}
