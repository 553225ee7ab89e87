/**
 * What a command leaves in memory about its own transaction, beside what it writes: which states it started
 * from, which journals it posted, what a person still has to agree to. A preview and the commit that carries
 * what the preview saw are made from it. Anything that is no command has no notes, and notes nothing.
 */
export interface TxNotes {
  /** True where everything is rolled back at the end: nobody has to have agreed yet. */
  readonly isDryRun: boolean;
  /** True where the commit carries what its preview saw: it has to meet the states that the preview met. */
  readonly isCompared: boolean;
  /** `bill B01` → the version under lock, as it was first met. */
  readonly states: Map<string, string>;
  /** What the command makes: it has no state to start from, and another number each time. */
  readonly made: Set<string>;
  readonly journalIds: number[];
  /** What a commit would refuse until somebody agrees to it. */
  readonly confirmations: string[];
}

const notesByTx = new WeakMap<object, TxNotes>();

export function openNotes(tx: object, isDryRun: boolean, isCompared = false): TxNotes {
  const notes: TxNotes = {
    isDryRun,
    isCompared,
    states: new Map(),
    made: new Set(),
    journalIds: [],
    confirmations: [],
  };
  notesByTx.set(tx, notes);
  return notes;
}

export function notesOf(tx: object): TxNotes | undefined {
  return notesByTx.get(tx);
}

/**
 * Notes the state of a thing that was locked to decide by it. The first note of a thing counts: what the
 * command itself does to it later is no longer what it started from.
 * @param subject kind and number: `order LO01`.
 * @param state changes whenever the thing does: its version.
 */
export function noteState(tx: object, subject: string, state: number | string): void {
  const notes = notesByTx.get(tx);
  if (!notes || notes.made.has(subject) || notes.states.has(subject)) return;
  notes.states.set(subject, String(state));
}

/** Notes a thing that the transaction makes, and may lock later on. */
export function noteMade(tx: object, subject: string): void {
  notesByTx.get(tx)?.made.add(subject);
}
