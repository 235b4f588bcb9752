import type { ReactNode } from "react";

import { blocksOf, piecesOf, type Block } from "./markdown-blocks";
import styles from "./markdown.module.css";

/** A text in the Markdown that people type: headings, lists, emphasis, code, links. */
export function Markdown({ text }: { text: string }) {
  return <div className={styles.text}>{blocksOf(text).map(shown)}</div>;
}

function shown(block: Block, position: number): ReactNode {
  switch (block.kind) {
    case "heading":
      // The page has its own title; what is written here stands below it.
      return block.level === 1 ? (
        <h3 key={position}>{pieces(block.text)}</h3>
      ) : (
        <h4 key={position}>{pieces(block.text)}</h4>
      );
    case "list":
      return block.isOrdered ? (
        <ol key={position}>{items(block.items)}</ol>
      ) : (
        <ul key={position}>{items(block.items)}</ul>
      );
    case "code":
      return <pre key={position}>{block.text}</pre>;
    case "quote":
      return <blockquote key={position}>{pieces(block.text)}</blockquote>;
    case "paragraph":
      return <p key={position}>{pieces(block.text)}</p>;
  }
}

function items(texts: readonly string[]): ReactNode {
  return texts.map((text, position) => <li key={position}>{pieces(text)}</li>);
}

function pieces(text: string): ReactNode {
  return piecesOf(text).map((piece, position) => {
    switch (piece.kind) {
      case "strong":
        return <strong key={position}>{piece.text}</strong>;
      case "emphasis":
        return <em key={position}>{piece.text}</em>;
      case "code":
        return <code key={position}>{piece.text}</code>;
      case "link":
        return (
          <a key={position} href={piece.to} target="_blank" rel="noreferrer">
            {piece.text}
          </a>
        );
      case "text":
        return piece.text;
    }
  });
}
