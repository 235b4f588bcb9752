import { Suspense, use } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";

import { PageSkeleton } from "@/components/ui/skeletons";
import { loadPageTexts } from "@/i18n/language";

/** Pages inside, once their texts are there; the first view does not wait for these. */
export function PageTexts() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Ready />
    </Suspense>
  );
}

function Ready() {
  const { i18n } = useTranslation();
  use(loadPageTexts(i18n));
  return <Outlet />;
}
