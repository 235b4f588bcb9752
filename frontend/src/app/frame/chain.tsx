import {
  AppstoreOutlined,
  CloudServerOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  GoldOutlined,
  RadarChartOutlined,
  SettingOutlined,
  TagsOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";

export interface Place {
  /** Last part of its address, and of its name `frame.place.<key>`. */
  key: string;
  path: string;
  icon: ReactNode;
}

/** The places of a project: the chain from data to deployment, with its ends. */
export const PLACES: readonly Place[] = [
  { key: "overview", path: "", icon: <AppstoreOutlined /> },
  { key: "data", path: "data", icon: <DatabaseOutlined /> },
  { key: "label", path: "label", icon: <TagsOutlined /> },
  { key: "train", path: "train", icon: <ExperimentOutlined /> },
  { key: "search", path: "search", icon: <RadarChartOutlined /> },
  { key: "models", path: "models", icon: <GoldOutlined /> },
  { key: "deploy", path: "deploy", icon: <CloudServerOutlined /> },
  { key: "settings", path: "settings", icon: <SettingOutlined /> },
];
