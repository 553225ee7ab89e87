import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlreadyThere } from '../../../already-there.ts';

const WAIT_MS = 50;
/** A lock that is older was left behind by a command that was killed. */
const STALE_MS = 10_000;

/**
 * Runs `work` while nobody else works on `file`, in whatever process they are. `isMine` tells whether the lock
 * still is this one's: who was held up for longer than a lock may stand must not write any more.
 */
export async function locked<T>(file: string, work: (isMine: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const token = randomUUID();
  while (!(await take(path, token))) if (!(await removeStale(path))) await sleep(WAIT_MS);
  const isMine = async () => (await tokenOf(path)) === token;
  try {
    return await work(isMine);
  } finally {
    if (await isMine()) await rm(path, { force: true });
  }
}

const tokenOf = async (path: string) => await readFile(path, 'utf8').catch(() => null);

/** @returns false where somebody else has it. */
async function take(path: string, token: string): Promise<boolean> {
  const lock = await open(path, 'wx').catch((fault: unknown) => {
    if (isAlreadyThere(fault)) return null;
    throw fault;
  });
  if (lock === null) return false;
  await lock.writeFile(token);
  await lock.close();
  return true;
}

/** Of many who find one stale lock, one removes it, and nobody the lock that follows it. */
async function removeStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || Date.now() - found.mtimeMs <= STALE_MS) return false;
  const aside = `${path}.${randomUUID()}.stale`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return false;
  const taken = await stat(aside);
  // Somebody was faster: this is their new lock, which goes back where it was.
  if (taken.ino !== found.ino || taken.mtimeMs !== found.mtimeMs) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
  return true;
}
