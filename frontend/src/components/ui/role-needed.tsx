import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";

import { useMay } from "@/api/project";
import type { Role } from "@/api/types";

import { EmptyState } from "./empty-state";
import styles from "./state.module.css";

/** Say that a page, or what `children` say, is for another role, and whom to ask for it. */
export function RoleNeeded({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("ui.error.title.role_too_low")}>
      {children ?? t("ui.roleNeeded")}
    </EmptyState>
  );
}

/** Pages of a project that need the role `minimum`; it is known when their frame is shown. */
export function ForRole({ minimum }: { minimum: Role }) {
  return useMay(minimum) ? <Outlet /> : <RoleNeededPage />;
}

/** A page that is for another role, in the place of all that it would show. */
export function RoleNeededPage() {
  return (
    <div className={styles.page}>
      <RoleNeeded />
    </div>
  );
}
