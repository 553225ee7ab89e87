import { useState } from 'react';

/** The row that stands open beside its list or tree. */
export interface Opened<Row> {
  /** As it is now; as it was opened once a list has moved on, null once a tree no longer has it. */
  readonly row: Row | null;
  open(row: Row): void;
  close(): void;
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  idOf(row: Row): string;
}

interface Branched<Row> {
  idOf(row: Row): string;
  find(id: string): Row | null;
}

/**
 * What is open in the drawer beside a list: the row as it is after each refresh, so that what was done to it shows.
 *
 * @example
 * const opened = useOpened(list);
 * <DataTable list={list} onOpen={opened.open} … />
 * <UserDetail opened={opened.row} onClose={opened.close} />
 */
export function useOpened<Row>(tree: Branched<Row>): Opened<Row>;
export function useOpened<Row>(list: Listed<Row>): Opened<Row>;
export function useOpened<Row>(list: Listed<Row> | Branched<Row>): Opened<Row> {
  const [held, setHeld] = useState<Row | null>(null);
  return {
    row: held === null ? null : asItIs(list, held),
    open: setHeld,
    close: () => {
      setHeld(null);
    },
  };
}

function asItIs<Row>(list: Listed<Row> | Branched<Row>, held: Row): Row | null {
  const id = list.idOf(held);
  if ('find' in list) return list.find(id);
  return list.rows.find((row) => list.idOf(row) === id) ?? held;
}
