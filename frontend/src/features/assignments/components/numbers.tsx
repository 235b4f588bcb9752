import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { AssignmentDetail } from "@/api/assignments";
import { Count } from "@/components/ui/numbers";
import { Stat, Stats } from "@/components/ui/stat";

/** How many items stand where; each number leads to those items. */
export function Numbers({ detail }: { detail: AssignmentDetail }) {
  const { t } = useTranslation();
  const { assignment, num_held: held } = detail;
  const { num_submitted, num_returned, num_accepted, num_declined, num_skipped } = assignment;
  const total = assignment.num_items;
  const counted = num_submitted + num_returned + num_accepted + num_declined + num_skipped;
  const ofTotal = t("assignments.ofAnswers", { count: total });
  const linked = (state: string, num: number) => (
    <Link to={`/assignments/${assignment.id}/review?state=${state}`}>
      <Count value={num} />
    </Link>
  );
  return (
    <Stats>
      <Stat
        label={t("assignments.state.open")}
        value={<Count value={total - counted - held} />}
        detail={ofTotal}
      />
      <Stat label={t("assignments.state.held")} value={linked("held", held)} />
      <Stat label={t("assignments.state.submitted")} value={linked("submitted", num_submitted)} />
      <Stat label={t("assignments.state.returned")} value={linked("returned", num_returned)} />
      <Stat label={t("assignments.state.skipped")} value={linked("skipped", num_skipped)} />
      <Stat
        label={t("assignments.state.accepted")}
        value={linked("accepted", num_accepted)}
        tone="ok"
        detail={num_declined > 0 && t("assignments.declinedToo", { count: num_declined })}
      />
    </Stats>
  );
}
