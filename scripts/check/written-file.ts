import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Where two texts first differ, as a person would point at it. */
function firstDifference(before: string, now: string): string {
  const [old, made] = [before.split('\n'), now.split('\n')];
  const line = made.findIndex((text, index) => text !== old[index]);
  const at = line === -1 ? made.length : line;
  return `line ${at + 1}:\n  - ${old[at] ?? '(end)'}\n  + ${made[at] ?? '(end)'}`;
}

/** A file in git that is made from the source. */
export interface WrittenFile {
  /** Absolute path. */
  readonly file: string;
  /** As people know it: `docs/openapi.json`. */
  readonly name: string;
  make(): Promise<string> | string;
}

/**
 * Compares the file with what the source makes of it, or writes it.
 * Returns what is wrong, undefined when it is up to date.
 */
export async function checkWrittenFile({ file, name, make }: WrittenFile, write: boolean): Promise<string | undefined> {
  const made = await make();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before === made) return undefined;
  if (write) {
    writeFileSync(file, made);
    return undefined;
  }
  return (
    `${name} is not what the source says; ${firstDifference(before, made)}\n` +
    'If the change is meant: npm run check -- --write, and commit the file.'
  );
}
