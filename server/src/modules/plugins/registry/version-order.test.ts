import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { byVersion, versionsOf } from './version-order.ts';

test('versions are in the order in which they were made, trials before what they lead to', () => {
  const right = ['0.9.0', '1.2.0', '1.10.0-beta.2', '1.10.0-beta.10', '1.10.0', '1.10.1', '2.0.0'];
  const shuffled = [...right].sort((one, other) => (one > other ? -1 : 1));
  expect(shuffled.sort(byVersion)).toEqual(right);
});

test('what is left of a broken-off build is no version', async () => {
  const packagesDir = await mkdtemp(join(tmpdir(), 'kituo-versions-'));
  for (const name of ['1.0.0', '1.0.0-beta.1', '1.0.0.4f0e.tmp', '1.0.0-x.tmp', 'latest'])
    await mkdir(join(packagesDir, 'cash', name), { recursive: true });
  expect(await versionsOf({ packagesDir }, 'cash')).toEqual(['1.0.0-beta.1', '1.0.0']);
  expect(await versionsOf({ packagesDir }, 'unheard')).toEqual([]);
  await rm(packagesDir, { recursive: true });
});
