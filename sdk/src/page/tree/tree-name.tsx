import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown, ChevronRight } from '../icons.ts';
import { useKitText } from '../platform.ts';
import type { TreeRow } from './tree-shape.ts';
import type { TreeRename } from './use-rename.ts';

/** The indented name of a row with what opens and closes it; its box while it is renamed. */
export function TreeName<Row>(props: {
  readonly row: TreeRow<Row>;
  readonly name: string;
  readonly onToggle: () => void;
  /** Set while the row is renamed. */
  readonly rename: TreeRename<Row> | null;
  readonly onRenamed: () => void;
  readonly children: ReactNode;
}) {
  const { row, rename } = props;
  const kit = useKitText();
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight;
  return (
    <div className="kp-tree-name" style={{ paddingInlineStart: (row.level - 1) * 20 }}>
      {row.hasChildren ? (
        <button
          type="button"
          tabIndex={-1}
          className="kp-tree-toggle"
          aria-label={kit(row.isExpanded ? 'tree.close' : 'tree.open', { name: props.name })}
          onClick={props.onToggle}
        >
          <Chevron size={14} aria-hidden title={false} />
        </button>
      ) : (
        <span className="kp-tree-toggle" />
      )}
      {rename === null ? (
        <span className="kp-tree-text">{props.children}</span>
      ) : (
        <RenameBox row={row} name={props.name} rename={rename} onDone={props.onRenamed} />
      )}
    </div>
  );
}

/** Enter and leaving save, Escape gives up; a refusal stays below the box with what was typed. */
function RenameBox<Row>(props: {
  readonly row: TreeRow<Row>;
  readonly name: string;
  readonly rename: TreeRename<Row>;
  readonly onDone: () => void;
}) {
  const { row, rename, onDone } = props;
  const kit = useKitText();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => rename.nameOf(row.row));
  const [message, setMessage] = useState<string | null>(null);
  /** While it saves, and once it is over: the focus that leaves the box then saves nothing more. */
  const isBusy = useRef(false);
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const save = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    const refusal = await rename.save(row.row, text.trim());
    if (refusal === null) return onDone();
    isBusy.current = false;
    setMessage(refusal);
  };
  const giveUp = (): void => {
    isBusy.current = true;
    onDone();
  };
  return (
    <span className="kp-tree-rename">
      <input
        ref={box}
        type="text"
        aria-label={kit('tree.rename', { name: props.name })}
        aria-invalid={message !== null}
        aria-describedby={message === null ? undefined : id}
        maxLength={rename.maxLength}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMessage(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') giveUp();
        }}
        onBlur={() => {
          if (message === null) void save();
        }}
      />
      {message !== null && (
        <span id={id} role="alert" className="kp-tree-fault">
          {message}
        </span>
      )}
    </span>
  );
}
