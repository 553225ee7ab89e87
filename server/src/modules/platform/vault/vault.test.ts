import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { openVault } from './open-vault.ts';
import { createVault, readKey } from './vault.ts';

const secret = Buffer.from('a secret of twenty b');

test('what is sealed for one owner opens for that owner and that key alone', () => {
  const key = randomBytes(32);
  const vault = createVault(key);
  const sealed = vault.seal(secret, 'U000001');
  expect(sealed.includes(secret)).toBe(false);
  expect(createVault(key).open(sealed, 'U000001')).toEqual(secret);
  expect(() => vault.open(sealed, 'U000002')).toThrow();
  expect(() => createVault(randomBytes(32)).open(sealed, 'U000001')).toThrow();
  const altered = Buffer.from(sealed);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  expect(() => vault.open(altered, 'U000001')).toThrow();
  expect(vault.seal(secret, 'U000001').equals(sealed)).toBe(false);
});

test('hashes differ by owner and by key', () => {
  const vault = createVault(randomBytes(32));
  const hash = vault.hash('code', 'U000001');
  expect(vault.hash('code', 'U000001')).toEqual(hash);
  expect(vault.hash('code', 'U000002').equals(hash)).toBe(false);
  expect(createVault(randomBytes(32)).hash('code', 'U000001').equals(hash)).toBe(false);
});

test('a key is made once and kept where others cannot read it; a broken one is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kituo-vault-'));
  try {
    const [one, other] = await Promise.all([readKey(undefined, folder), readKey(undefined, folder)]);
    expect(one).toEqual(other);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o077).toBe(0);
    expect(await readKey('ab'.repeat(32), folder)).toEqual(Buffer.alloc(32, 0xab));
    await writeFile(join(folder, 'secret.key'), 'half');
    await expect(readKey(undefined, folder)).rejects.toThrow('64 hex digits');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a process with another key than the first one of the database does not start, whatever was sealed', async () => {
  const database = await createTestDatabase('migrated');
  try {
    const { db } = database;
    const settings = { dataDir: tmpdir(), secretKey: 'ab'.repeat(32) };
    await openVault(db, settings);
    const wrong = openVault(db, { ...settings, secretKey: 'cd'.repeat(32) });
    await expect(wrong).rejects.toThrow(/same KITUO_SECRET_KEY/);
  } finally {
    await database.drop();
  }
});
