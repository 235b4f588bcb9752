import { byFileName } from "./messages";

/** The texts of a project's pages and of refusals, loaded beside the first view. */
export const messages = byFileName(
  import.meta.glob(
    ["./zh-CN/*.json", "!./zh-CN/{accounts,assignments,frame,home,projects,tasks,ui}.json"],
    {
      eager: true,
      import: "default",
    },
  ),
);
