import { Input, Modal, type InputRef } from "antd";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import styles from "./command-palette.module.css";
import { matching } from "./command-matching";

export interface Command {
  key: string;
  /** What it is called; typing finds it by this and by `keywords`. */
  name: string;
  keywords?: string;
  /** Where it belongs, such as "Projects". */
  group: string;
  icon?: ReactNode;
  run: () => void;
}

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  commands: Command[];
  /** Called as one types, to look for more commands elsewhere. */
  onSearch?: (text: string) => void;
  /** More commands may still come. */
  isSearching?: boolean;
}

/** Reach anything by typing a part of its name. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onClose, commands, onSearch, isSearching } = props;
  const { t } = useTranslation();
  const input = useRef<InputRef>(null);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 96 }}
      styles={{ container: { padding: 0 } }}
      title={<span className="visually-hidden">{t("ui.palette.title")}</span>}
      afterOpenChange={(shown) => {
        if (shown) input.current?.focus();
      }}
      destroyOnHidden
    >
      <Search
        commands={commands}
        onSearch={onSearch}
        isSearching={isSearching}
        onClose={onClose}
        input={input}
      />
    </Modal>
  );
}

interface SearchProps extends Omit<CommandPaletteProps, "open"> {
  input: React.RefObject<InputRef | null>;
}

function Search({ commands, onSearch, isSearching, onClose, input }: SearchProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = matching(commands, text);
  const current = Math.min(chosen, found.length - 1);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setChosen((current + step + found.length) % found.length);
    }
    if (event.key === "Enter") run(found[current]);
  };

  return (
    <>
      <Input
        ref={input}
        className={styles.input}
        variant="borderless"
        size="large"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
        aria-label={t("ui.palette.title")}
        placeholder={t("ui.palette.placeholder")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          onSearch?.(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" className={styles.list} aria-label={t("ui.palette.title")}>
        {found.map((command, index) => (
          // The keys are handled by the text field, which keeps the focus.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={styles.option}
            onClick={() => run(command)}
            onMouseMove={() => setChosen(index)}
          >
            <span aria-hidden>{command.icon}</span>
            <span className={styles.name}>{command.name}</span>
            <span className={styles.group}>{command.group}</span>
          </li>
        ))}
      </ul>
      {(found.length === 0 || isSearching === true) && (
        <p className={styles.nothing} role="status">
          {isSearching === true ? t("ui.palette.searching") : t("ui.palette.nothing", { text })}
        </p>
      )}
    </>
  );
}
