import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { useAddress } from "@/components/ui/use-address";

import type { DeploymentRevision } from "../../types";
import { mainBut, written } from "./compared";

interface CompareButtonProps {
  number: number;
  revisions: readonly DeploymentRevision[];
}

/** Put a revision beside the one that has most of the calls, which has no such button. */
export function CompareButton({ number, revisions }: CompareButtonProps) {
  const { t } = useTranslation();
  const [, change] = useAddress();
  const other = mainBut(revisions, number);
  if (other === undefined || mainBut(revisions) === number) return null;
  const open = () =>
    change((old) => {
      const next = new URLSearchParams(old);
      next.set("tab", "versions");
      next.set("compare", written([number, other]));
      return next;
    });
  return (
    <Button
      size="small"
      aria-label={t("deployments.comparison.openOf", { number, other })}
      onClick={open}
    >
      {t("deployments.comparison.open")}
    </Button>
  );
}
