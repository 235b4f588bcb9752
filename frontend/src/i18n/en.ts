import { byFileName } from "./messages";

export const messages = byFileName(
  import.meta.glob("./en/*.json", { eager: true, import: "default" }),
);
