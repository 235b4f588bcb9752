import { useAddressParts } from "@/components/ui/use-address";

/** How far back the figures of calls may reach, in hours. */
export const PERIODS = [1, 24, 168, 720, 8760] as const;

/** The period in the page's address, a day without one. */
export function usePeriod() {
  const [query, change] = useAddressParts();
  const hours = PERIODS.find((item) => String(item) === query.get("hours")) ?? 24;
  return [hours, (value: number) => change({ hours: String(value) })] as const;
}
