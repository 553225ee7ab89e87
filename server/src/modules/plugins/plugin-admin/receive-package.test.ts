import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receivePackage } from './receive-package.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-packages-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

it('has a file before it reads the body, so that what breaks off at once leaves none', async () => {
  let standing = -1;
  const body = new Readable({
    read() {
      standing = readdirSync(folder).length;
      this.destroy(Object.assign(new Error('broken off'), { code: 'ECONNRESET' }));
    },
  });
  await expect(receivePackage(body, folder)).rejects.toMatchObject({
    error: 'PLUGIN_PACKAGE_BROKEN_OFF',
  });
  expect(standing).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});
