import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchFiles } from './watch-registry.ts';

/** More than two polls look at. */
const MANY = 140;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-watch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('notices the change of one of many, and calls nothing a change that is none', async () => {
  const paths = Array.from({ length: MANY }, (_, index) => join(folder, `${index}.json`));
  await Promise.all(paths.map((path) => writeFile(path, 'a')));
  let calls = 0;
  let looks = 0;
  const stop = watchFiles({
    file: join(folder, 'registry.json'),
    others: () => Promise.resolve([]),
    inTurn: () => {
      looks += 1;
      return paths;
    },
    isUnsettled: () => false,
    changed: () => {
      calls += 1;
      return Promise.resolve();
    },
  });
  try {
    // All were looked at once, in three turns, and the first of them again.
    await expect.poll(() => looks).toBeGreaterThan(4);
    expect(calls).toBe(1);
    await writeFile(paths.at(-1) ?? '', 'other');
    await expect.poll(() => calls).toBe(2);
  } finally {
    stop();
  }
});
