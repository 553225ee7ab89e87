import { useState } from 'react';

/** The chosen rows of a list, over all its pages. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly count: number;
  has(id: string): boolean;
  toggle(row: Row): void;
  /** Chooses or frees all rows of the present page. */
  toggleAll(rows: readonly Row[]): void;
  /** Chooses these, too: rows of other pages. */
  add(rows: readonly Row[]): void;
  /** With shift: everything between the row touched last and this one, both included. */
  extendTo(row: Row, rows: readonly Row[]): void;
  clear(): void;
}

interface Held<Row> {
  /** The filters it was made under: a selection does not outlive them. */
  readonly under: string;
  readonly rows: ReadonlyMap<string, Row>;
  readonly lastId: string | null;
}

/** Keeps a selection by id, so that it stays while pages are turned, and goes when `under` changes. */
export function useSelection<Row>(idOf: (row: Row) => string, under: string): Selection<Row> {
  const [held, setHeld] = useState<Held<Row>>({ under, rows: new Map(), lastId: null });
  const present: Held<Row> = held.under === under ? held : { under, rows: new Map(), lastId: null };

  const change = (edit: (rows: Map<string, Row>) => void, lastId = present.lastId): void => {
    const rows = new Map(present.rows);
    edit(rows);
    setHeld({ under, rows, lastId });
  };
  return {
    rows: present.rows,
    count: present.rows.size,
    has: (id) => present.rows.has(id),
    toggle: (row) => {
      const id = idOf(row);
      change((rows) => {
        if (!rows.delete(id)) rows.set(id, row);
      }, id);
    },
    toggleAll: (page) => {
      const areAllChosen = page.every((row) => present.rows.has(idOf(row)));
      change((rows) => {
        for (const row of page) {
          if (areAllChosen) rows.delete(idOf(row));
          else rows.set(idOf(row), row);
        }
      });
    },
    add: (more) => {
      change((rows) => {
        for (const row of more) rows.set(idOf(row), row);
      });
    },
    extendTo: (row, page) => {
      const to = page.findIndex((candidate) => idOf(candidate) === idOf(row));
      const last = page.findIndex((candidate) => idOf(candidate) === present.lastId);
      const from = last === -1 ? to : last;
      change((rows) => {
        for (const between of page.slice(Math.min(from, to), Math.max(from, to) + 1)) {
          rows.set(idOf(between), between);
        }
      }, idOf(row));
    },
    clear: () => {
      setHeld({ under, rows: new Map(), lastId: null });
    },
  };
}
