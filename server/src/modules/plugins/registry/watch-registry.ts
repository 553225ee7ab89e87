import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How soon a change is noticed at the latest. */
export const POLL_MS = 800;
/** Editors write in bursts; the reading waits for the last of one. */
const SETTLE_MS = 40;
/** A thousand at once are 30 ms of work: every request that comes meanwhile would wait for them. */
const MAX_PER_POLL = 64;

export interface Watched {
  /** The file whose changes are to be noticed at once; its folder is watched. */
  readonly file: string;
  /** Files that are looked at with each poll. */
  others(): Promise<readonly string[]>;
  /** Files of which a poll looks at some, so that a thousand of them cost what a few dozen do. */
  inTurn(): readonly string[];
  /** True while `changed` has to be called with each poll, because the last call met a fault. */
  isUnsettled(): boolean;
  /** Called once at first, then whenever a file is another than before; calls never overlap. */
  changed(): Promise<void>;
}

/** Watches, and polls too, since network file systems do not tell. The result stops both. */
export function watchFiles(watched: Watched): () => void {
  let seen: string | null = null;
  const seenInTurn = new Map<string, string>();
  let position = 0;
  let isStopped = false;
  let isRunning = false;
  let settle: NodeJS.Timeout | undefined;

  /** The files of this poll's turn; a turn that is not everything goes on where the last one ended. */
  const turn = (): { readonly paths: readonly string[]; readonly isWhole: boolean } => {
    const all = watched.inTurn();
    if (all.length <= MAX_PER_POLL) return { paths: all, isWhole: true };
    const from = position < all.length ? position : 0;
    position = from + MAX_PER_POLL;
    return { paths: all.slice(from, position), isWhole: false };
  };

  /** Whether one of this turn's files is another than when it was looked at last. */
  const isOtherInTurn = async (): Promise<boolean> => {
    const { paths, isWhole } = turn();
    const prints = await Promise.all(paths.map(fingerprint));
    const isOther = paths.some((path, index) => {
      const known = seenInTurn.get(path);
      // Of many, one that is met for the first time was read a moment ago.
      return known === undefined ? isWhole : known !== prints[index];
    });
    for (const [index, path] of paths.entries()) seenInTurn.set(path, prints[index] ?? '');
    return isOther;
  };

  const check = async (): Promise<void> => {
    const paths = [watched.file, ...(await watched.others())];
    const prints = await Promise.all(paths.map(async (path) => `${path} ${await fingerprint(path)}`));
    const now = prints.join('|');
    const isOther = (await isOtherInTurn()) || now !== seen;
    if (isStopped || (!isOther && !watched.isUnsettled())) return;
    seen = now;
    await watched.changed();
  };
  const run = (): void => {
    if (isStopped || isRunning) return;
    isRunning = true;
    void check().finally(() => {
      isRunning = false;
    });
  };

  const poll = setInterval(run, POLL_MS);
  poll.unref();
  const stopWatching = watchFolder(dirname(watched.file), () => {
    clearTimeout(settle);
    settle = setTimeout(run, SETTLE_MS);
  });
  run();
  return () => {
    isStopped = true;
    clearInterval(poll);
    clearTimeout(settle);
    stopWatching();
  };
}

/** Where a folder cannot be watched, the poll alone notices changes. */
function watchFolder(folder: string, changed: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}

async function fingerprint(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? 'none' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
