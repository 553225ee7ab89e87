import { useState } from 'react';
import { session$ } from '../../session/session-store.ts';
import { readJson, writeJson } from '../../state/browser-storage.ts';
import { useValue } from '../../state/store.ts';
import { can } from '../../permissions/permissions.ts';
import type { Column } from '../list/columns.ts';

const MIN_WIDTH = 64;
const MAX_WIDTH = 640;

/** Order, choice and widths of a list's columns, kept per person in this browser. */
export interface Layout<Row> {
  /** What is drawn, in order, with people's widths. */
  readonly columns: readonly Column<Row>[];
  /** Every column the person may see, in order, and whether it is drawn. */
  readonly offered: readonly { readonly column: Column<Row>; readonly isShown: boolean }[];
  readonly isOriginal: boolean;
  toggle(key: string): void;
  /** Moves a column by one place: -1 towards the start, 1 towards the end. */
  move(key: string, by: -1 | 1): void;
  /** Pixels, 64 to 640. */
  resize(key: string, width: number): void;
  reset(): void;
}

interface Kept {
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  readonly widths: Readonly<Record<string, number>>;
}
const ORIGINAL: Kept = { order: [], shown: {}, widths: {} };

/** Keeps a list's layout under the person and the list's name; what no longer fits is left out. */
export function useLayout<Row>(listName: string, columns: readonly Column<Row>[]): Layout<Row> {
  const { user } = useValue(session$);
  const storageKey = `kituo.layout.${user?.userNo ?? '-'}.${listName}`;
  const [kept, setKept] = useState<Kept>(() => readKept(storageKey));
  const keep = (next: Kept): void => {
    setKept(next);
    writeJson('local', storageKey, next === ORIGINAL ? null : next);
  };
  const placeOf = (column: Column<Row>, index: number): number => {
    const place = kept.order.indexOf(column.key);
    return place === -1 ? columns.length + index : place;
  };
  const offered = columns
    .filter(({ code }) => code === null || can(code))
    .map((column, index) => ({
      column,
      place: kept.order.length === 0 ? index : placeOf(column, index),
    }))
    .sort((one, other) => one.place - other.place)
    .map(({ column }) => ({
      column: { ...column, width: kept.widths[column.key] ?? column.width },
      isShown: kept.shown[column.key] ?? !column.isHiddenAtFirst,
    }));
  const order = offered.map(({ column }) => column.key);
  return {
    columns: offered.filter(({ isShown }) => isShown).map(({ column }) => column),
    offered,
    isOriginal: kept === ORIGINAL,
    toggle: (key) => {
      const present = offered.find(({ column }) => column.key === key);
      const isLast = present?.isShown === true && offered.filter((o) => o.isShown).length === 1;
      if (present === undefined || isLast) return;
      keep({ ...kept, shown: { ...kept.shown, [key]: !present.isShown } });
    },
    move: (key, by) => {
      const from = order.indexOf(key);
      const to = from + by;
      const other = order[to];
      if (from === -1 || other === undefined) return;
      const next = [...order];
      next[to] = key;
      next[from] = other;
      keep({ ...kept, order: next });
    },
    resize: (key, width) => {
      const bounded = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
      keep({ ...kept, widths: { ...kept.widths, [key]: bounded } });
    },
    reset: () => {
      keep(ORIGINAL);
    },
  };
}

function readKept(storageKey: string): Kept {
  const held = readJson('local', storageKey);
  if (typeof held !== 'object' || held === null) return ORIGINAL;
  const order = 'order' in held && Array.isArray(held.order) ? held.order : [];
  return {
    order: order.filter((key) => typeof key === 'string'),
    shown: entriesOf('shown' in held ? held.shown : null, (value) => typeof value === 'boolean'),
    widths: entriesOf(
      'widths' in held ? held.widths : null,
      (value): value is number =>
        typeof value === 'number' && value >= MIN_WIDTH && value <= MAX_WIDTH,
    ),
  };
}

function entriesOf<Value>(
  held: unknown,
  fits: (value: unknown) => value is Value,
): Record<string, Value> {
  const found: Record<string, Value> = {};
  if (typeof held !== 'object' || held === null) return found;
  for (const [key, value] of Object.entries(held)) if (fits(value)) found[key] = value;
  return found;
}
