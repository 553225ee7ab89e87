import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const POLL_MS = 800;
/** Editors write in bursts; the reading waits for the last of one. */
const SETTLE_MS = 40;

export interface Watched {
  /** The file whose changes are to be noticed at once; its folder is watched. */
  readonly file: string;
  /** Files that are looked at with each poll. */
  others(): Promise<readonly string[]>;
  /** True while `changed` has to be called with each poll, because the last call met a fault. */
  isUnsettled(): boolean;
  /** Called once at first, then whenever a file is another than before; calls never overlap. */
  changed(): Promise<void>;
}

/** Watches, and polls too, since network file systems do not tell. The result stops both. */
export function watchFiles(watched: Watched): () => void {
  let seen: string | null = null;
  let isStopped = false;
  let isRunning = false;
  let settle: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    const paths = [watched.file, ...(await watched.others())];
    const now = (await Promise.all(paths.map(fingerprint))).join('|');
    if (isStopped || (now === seen && !watched.isUnsettled())) return;
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
