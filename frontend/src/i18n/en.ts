import { byFileName } from "./messages";

export { default as components } from "antd/locale/en_US";

/** The texts that a visitor may need first; those of a project's pages and of refusals are in `en-pages.ts`. */
export const messages = byFileName(
  import.meta.glob("./en/{accounts,assignments,frame,home,projects,tasks,ui}.json", {
    eager: true,
    import: "default",
  }),
);
