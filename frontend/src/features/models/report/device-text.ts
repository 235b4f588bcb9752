import type { TFunction } from "i18next";

/** Where a model was measured, such as `x86_64 cpu, 2 threads`, with the threads in words. */
export function deviceText(t: TFunction, { runtime, device }: { runtime: string; device: string }) {
  const [, processor, threads] = /^(.+), (\d+) threads$/.exec(device) ?? [];
  const place =
    processor === undefined
      ? device
      : t("models.runtime.device", { processor, count: Number(threads) });
  return `${runtime} · ${place}`;
}
