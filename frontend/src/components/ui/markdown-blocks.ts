/**
 * The Markdown that people type into instructions. react-markdown knows tables and lists in lists as
 * well, for 35 KB compressed and 72 packages, where this takes 1 KB.
 */
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "list"; isOrdered: boolean; items: string[] }
  | { kind: "code" | "quote" | "paragraph"; text: string };

export type Piece =
  | { kind: "text" | "strong" | "emphasis" | "code"; text: string }
  | { kind: "link"; text: string; to: string };

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:([-*+])|(\d+)[.)])\s+(.*)$/;
// Only addresses of pages: nothing that a click would run.
const PIECE =
  /\*\*(.+?)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/gu;

/** Cut a text into its headings, lists, code and paragraphs. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  let isOpen = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, place) => place > index && other.startsWith("```"));
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: "code", text: lines.slice(index + 1, last).join("\n") });
      index = last;
      isOpen = false;
    } else if (line.trim() === "") {
      isOpen = false;
    } else {
      isOpen = addLine(blocks, line, isOpen);
    }
  }
  return blocks;
}

/** Add a line to the last block, or as a block of its own; tell whether the next may go on. */
function addLine(blocks: Block[], line: string, isOpen: boolean): boolean {
  const last = isOpen ? blocks.at(-1) : undefined;
  const heading = HEADING.exec(line);
  if (heading !== null) {
    blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
    return false;
  }
  const item = ITEM.exec(line);
  if (item !== null) {
    const isOrdered = item[2] !== undefined;
    const text = item[3] ?? "";
    if (last?.kind === "list" && last.isOrdered === isOrdered) last.items.push(text);
    else blocks.push({ kind: "list", isOrdered, items: [text] });
    return true;
  }
  const quote = line.startsWith(">");
  const text = quote ? line.slice(1).trim() : line.trim();
  if (last?.kind === "list") last.items.push(`${last.items.pop() ?? ""} ${text}`);
  else if (last?.kind === (quote ? "quote" : "paragraph")) last.text += ` ${text}`;
  else blocks.push({ kind: quote ? "quote" : "paragraph", text });
  return true;
}

/** Cut a line into plain and marked pieces. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECE)) {
    if (match.index > from) pieces.push({ kind: "text", text: text.slice(from, match.index) });
    const [, strong, code, star, underline, name, to] = match;
    const emphasis = star ?? underline;
    if (strong !== undefined) pieces.push({ kind: "strong", text: strong });
    else if (code !== undefined) pieces.push({ kind: "code", text: code });
    else if (emphasis !== undefined) pieces.push({ kind: "emphasis", text: emphasis });
    else pieces.push({ kind: "link", text: name ?? "", to: to ?? "" });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}
