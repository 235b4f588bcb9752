import type { TFunction } from "i18next";

/** How runtimes call themselves. */
const RUNTIMES: Record<string, string> = { onnxruntime: "ONNX Runtime" };

/** Where a model was measured, such as `x86_64 cpu, 2 threads`, in words. */
export function deviceText(t: TFunction, { runtime, device }: { runtime: string; device: string }) {
  const written = device.replace(/\bcpu\b/, "CPU");
  const [, processor, threads] = /^(.+), (\d+) threads$/.exec(written) ?? [];
  const place =
    processor === undefined
      ? written
      : t("models.runtime.device", { processor, count: Number(threads) });
  return `${RUNTIMES[runtime] ?? runtime} · ${place}`;
}
