import type { ClassificationReport } from "./report";

/** A small report for tests: three cats of four and both dogs are right. */
export function reportFixture(changes: Partial<ClassificationReport> = {}): ClassificationReport {
  return {
    kind: "classification",
    multi_label: false,
    split: "test",
    num_samples: 6,
    primary_metric: "accuracy",
    accuracy: { value: 5 / 6, low: 0.44, high: 0.97, num_samples: 6 },
    macro_precision: 0.833,
    macro_recall: 0.875,
    macro_f1: { value: 0.829, low: 0.4, high: 0.97, num_samples: 6 },
    mean_average_precision: 0.9,
    top_k: [5 / 6, 1],
    labels: ["cat", "dog"],
    classes: [
      {
        label: "cat",
        num_samples: 4,
        precision: 1,
        recall: 0.75,
        f1: 0.857,
        average_precision: 0.95,
        recommended_threshold: 0.4,
        curve: [
          { threshold: 0.1, precision: 0.667, recall: 1, f1: 0.8 },
          { threshold: 0.4, precision: 1, recall: 0.75, f1: 0.857 },
          { threshold: 0.9, precision: 1, recall: 0.25, f1: 0.4 },
        ],
      },
      {
        label: "dog",
        num_samples: 2,
        precision: 0.667,
        recall: 1,
        f1: 0.8,
        average_precision: 0.85,
        recommended_threshold: 0.6,
        curve: [
          { threshold: 0.2, precision: 0.5, recall: 1, f1: 0.667 },
          { threshold: 0.6, precision: 0.667, recall: 1, f1: 0.8 },
        ],
      },
    ],
    confusion: [
      [3, 1],
      [0, 2],
    ],
    mistakes: [
      {
        sample_id: "0b7d3c9e-7a51-4c57-9a3c-1d3a4a8a1f01",
        name: "cat_4.png",
        actual: ["cat"],
        predicted: ["dog"],
        score: 0.71,
        heatmap: "mistake-0.png",
      },
    ],
    num_mistakes: 1,
    examples: [],
    runtime: {
      runtime: "onnxruntime",
      num_samples: 6,
      metric: 5 / 6,
      trained_metric: 5 / 6,
      max_abs_difference: 2e-6,
      size_bytes: 2_800_000,
      latency_p50_ms: 1.4,
      latency_p99_ms: 2.9,
      device: "cpu",
    },
    training: {
      backbone: "small_cnn",
      pretrained: null,
      from_scratch: true,
      epochs: 12,
      best_epoch: 9,
      train_samples: 20,
      train_seconds: 31,
      device: "cpu",
      parameters: 700_000,
    },
    ...changes,
  };
}
