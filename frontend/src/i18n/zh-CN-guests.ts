import { byFileName } from "./messages";

/** The texts of pages for guests with a link, who need a few of those that members' pages have. */
export const messages = byFileName(
  import.meta.glob("./zh-CN/{inputs,media,predictions,share}.json", {
    eager: true,
    import: "default",
  }),
);
