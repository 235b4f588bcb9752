import { Suspense, use } from "react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";

import { PageSkeleton } from "@/components/ui/skeletons";
import { loadLaterTexts, type LaterTexts } from "@/i18n/language";

/** Pages inside, once their texts are there; the first view does not wait for these. */
export function PageTexts({ of = "pages" }: { of?: LaterTexts }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Ready of={of} />
    </Suspense>
  );
}

function Ready({ of }: { of: LaterTexts }) {
  const { i18n } = useTranslation();
  use(loadLaterTexts(i18n, of));
  return <Outlet />;
}
