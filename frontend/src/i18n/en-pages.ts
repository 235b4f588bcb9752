import { byFileName } from "./messages";

/** The texts of a project's pages and of refusals, loaded beside the first view. */
export const messages = byFileName(
  import.meta.glob(
    ["./en/*.json", "!./en/{accounts,assignments,frame,home,projects,tasks,ui}.json"],
    {
      eager: true,
      import: "default",
    },
  ),
);
