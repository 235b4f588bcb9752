import { byFileName } from "./messages";

export { default as components } from "antd/locale/zh_CN";

/** The texts that a visitor may need first; those of a project's pages and of refusals are in `zh-CN-pages.ts`. */
export const messages = byFileName(
  import.meta.glob("./zh-CN/{accounts,assignments,frame,home,projects,tasks,ui}.json", {
    eager: true,
    import: "default",
  }),
);
