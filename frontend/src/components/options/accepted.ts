/** What of a check somebody agreed to: the option `accepted` of an order. */

import type { components } from "@/api/generated/schema";

import { valueOf, type Options } from "./values";
import type { OptionField } from "./schema";

type Finding = components["schemas"]["Finding"];

const OPTION = "accepted";

function acceptedIn(options: Options): readonly string[] {
  const { [OPTION]: codes } = options;
  return Array.isArray(codes) ? codes : [];
}

/** Whether somebody agreed to a finding. */
export function isAccepted(options: Options, code: string): boolean {
  return acceptedIn(options).includes(code);
}

/** The options with one agreement given or taken back. */
export function withAgreement(options: Options, code: string, agrees: boolean): Options {
  const others = acceptedIn(options).filter((one) => one !== code);
  const codes = agrees ? [...others, code] : others;
  return codes.length === 0 ? withoutAgreements(options) : { ...options, [OPTION]: codes };
}

/** The options with every agreement taken back: they held for other data or other columns. */
export function withoutAgreements(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== OPTION));
}

/** The new options: agreements stay while nothing changed that they are about. */
export function agreementsAfter(
  before: Options,
  after: Options,
  fields: readonly OptionField[],
): Options {
  const isSame = fields
    .filter(({ group }) => group === "data")
    .every((field) => {
      const [old, now] = [valueOf(before, field), valueOf(after, field)];
      return JSON.stringify(old) === JSON.stringify(now);
    });
  return isSame ? after : withoutAgreements(after);
}

/** The findings that wait for somebody to agree to them. */
export function waitingOf(findings: readonly Finding[], options: Options): Finding[] {
  return findings.filter(({ confirm, code }) => confirm && !isAccepted(options, code));
}
