import { byFileName } from "./messages";

export const messages = byFileName(
  import.meta.glob("./zh-CN/*.json", { eager: true, import: "default" }),
);
