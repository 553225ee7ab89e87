import { InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ChevronDown, ChevronRight } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { layFlat, matchTree } from '../tree/tree-shape.ts';
import type { TreeRow } from '../tree/tree-shape.ts';
import { isOpenToChange, keysOf, stateOf, toggled } from './check-tree.ts';
import type { CheckNode } from './check-tree.ts';
import { FieldFrame } from './field-frame.tsx';
import type { Controlled, FieldProps } from './field-frame.tsx';
import './check-tree.css';

const SHAPE = {
  idOf: (node: CheckNode) => node.key,
  childrenOf: (node: CheckNode) => node.children,
};

/** Ticks in a searched tree, three states a branch; the field holds the keys that are ticked. */
export function CheckTreeField<Name extends string>(
  props: FieldProps<Name> & { readonly nodes: readonly CheckNode[] },
) {
  return (
    <FieldFrame {...props} isGroup draw={(controlled) => <CheckTree controlled={controlled} nodes={props.nodes} />} />
  );
}

function CheckTree(props: { readonly controlled: Controlled; readonly nodes: readonly CheckNode[] }) {
  const { controlled, nodes } = props;
  const { value } = controlled;
  const kit = useKitText();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const chosen = new Set(Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
  const wanted = search.trim().toLowerCase();
  const found =
    wanted === ''
      ? null
      : matchTree(nodes, SHAPE, ({ label, hint, key }) => `${label} ${hint ?? key}`.toLowerCase().includes(wanted));
  const rows = layFlat(nodes, SHAPE, {
    isExpanded: (id) => opened.get(id) ?? found?.above.has(id) ?? false,
    found,
  });
  const open = (id: string, isExpanded: boolean): void => {
    setOpened(new Map(opened).set(id, isExpanded));
  };
  return (
    <div className="kp-check-tree" data-invalid-control={controlled.isInvalid ? '' : undefined}>
      <InputGroup
        type="search"
        aria-label={`${controlled.label}: ${kit('filter.search')}`}
        placeholder={kit('filter.search')}
        disabled={controlled.isDisabled}
        autoComplete="off"
        value={search}
        onValueChange={(typed) => {
          setSearch(typed);
          setOpened(new Map());
        }}
      />
      {rows.length === 0 ? (
        <p className="kp-muted">{kit('field.noMatch', { text: search.trim() })}</p>
      ) : (
        <CheckRows
          rows={rows}
          chosen={chosen}
          label={controlled.label}
          isDisabled={controlled.isDisabled}
          describedBy={controlled.describedBy}
          onOpen={open}
          onToggle={(node) => {
            if (!controlled.isDisabled) controlled.onChange(toggled(nodes, node, chosen));
          }}
        />
      )}
    </div>
  );
}

function CheckRows(props: {
  readonly rows: readonly TreeRow<CheckNode>[];
  readonly chosen: ReadonlySet<string>;
  readonly label: string;
  readonly isDisabled: boolean;
  readonly describedBy: string | undefined;
  readonly onOpen: (id: string, isExpanded: boolean) => void;
  readonly onToggle: (node: CheckNode) => void;
}) {
  const { rows, chosen, onOpen, onToggle } = props;
  const list = useRef<HTMLUListElement>(null);
  const [held, setActive] = useState<string | null>(null);
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === held),
  );
  const go = (to: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (next === undefined) return;
    setActive(next.id);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.id)}"]`)?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const row = rows[index];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') onToggle(row.row);
    else if (event.key === 'ArrowDown') go(index + 1);
    else if (event.key === 'ArrowUp') go(index - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'ArrowRight' && row.hasChildren && !row.isExpanded) onOpen(row.id, true);
    else if (event.key === 'ArrowRight' && row.isExpanded) go(index + 1);
    else if (event.key === 'ArrowLeft' && row.isExpanded) onOpen(row.id, false);
    else if (event.key === 'ArrowLeft') go(rows.findIndex(({ id }) => id === row.parentId));
    else return;
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      role="tree"
      aria-label={props.label}
      aria-multiselectable
      aria-describedby={props.describedBy}
      onKeyDown={press}
    >
      {rows.map((row, place) => (
        <CheckRow
          key={row.id}
          row={row}
          chosen={chosen}
          isActive={place === index}
          isDisabled={props.isDisabled}
          onFocus={setActive}
          onOpen={onOpen}
          onToggle={onToggle}
        />
      ))}
    </ul>
  );
}

const ARIA_CHECKED = { all: true, some: 'mixed', none: false } as const;

function CheckRow(props: {
  readonly row: TreeRow<CheckNode>;
  readonly chosen: ReadonlySet<string>;
  readonly isActive: boolean;
  readonly isDisabled: boolean;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string, isExpanded: boolean) => void;
  readonly onToggle: (node: CheckNode) => void;
}) {
  const { row, chosen } = props;
  const { row: node } = row;
  const state = stateOf(node, chosen);
  const keys = node.children.length > 0 ? keysOf(node) : [];
  const isLocked = props.isDisabled || !isOpenToChange(node, chosen);
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight;
  return (
    <li
      role="treeitem"
      data-key={row.id}
      tabIndex={props.isActive ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-checked={ARIA_CHECKED[state]}
      aria-disabled={isLocked}
      className={row.isMatch ? 'kp-check-match' : undefined}
      style={{ paddingInlineStart: (row.level - 1) * 20 }}
      onFocus={() => {
        props.onFocus(row.id);
      }}
      onClick={() => {
        props.onToggle(node);
      }}
    >
      <span
        className="kp-check-open"
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (row.hasChildren) props.onOpen(row.id, !row.isExpanded);
        }}
      >
        {row.hasChildren && <Chevron size={14} aria-hidden title={false} />}
      </span>
      <span className="kp-check-box" data-state={state} aria-hidden />
      <span className="kp-check-label" title={node.hint}>
        {node.label}
      </span>
      {keys.length > 0 && (
        <span className="kp-muted ks-figures" aria-hidden>
          {keys.filter((key) => chosen.has(key)).length}/{keys.length}
        </span>
      )}
    </li>
  );
}
