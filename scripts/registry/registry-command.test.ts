import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RegistryPlace } from '../../server/src/modules/registry/load-registry.ts';
import { writePackage } from '../../server/src/modules/registry/test-package.ts';
import { ROOT } from '../build/paths.ts';
import { explain, type Person } from './explain.ts';
import { switchPlugin } from './switch-plugin.ts';

const run = promisify(execFile);
let root = '';
let place: RegistryPlace;
let files: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kituo-registry-command-'));
  place = {
    file: join(root, 'registry.json'),
    packagesDir: join(root, 'packages'),
    sdkVersion: '0.1.0',
  };
  files = await writePackage(place.packagesDir, {
    name: 'users',
    pages: ['UserManagement', 'RoleManagement'],
  });
  await write(true);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (enabled: boolean, version = '1.0.0') =>
  writeFile(
    place.file,
    `{\n  "plugins": {\n    "users": { "enabled": ${enabled}, "version": "${version}" }\n  }\n}\n`,
  );
const person = (...pages: string[]): Person => ({
  userName: 'Amina',
  isFrozen: false,
  roles: ['Reviewer'],
  pages: new Set(pages),
});
const command = (...words: string[]) =>
  run(process.execPath, [join(ROOT, 'scripts/registry.ts'), ...words], {
    env: {
      ...process.env,
      KITUO_REGISTRY: place.file,
      KITUO_DATA: join(root, 'data'),
      DATABASE_URL: '',
    },
  });

test('explain names the first thing that stands in the way, in plain words', async () => {
  const held = person('/admincontent/usermanagement');
  expect(await explain(place, held, 'users')).toMatchObject({
    verdict: 'gets it',
    sentences: [
      expect.stringMatching(/^Amina \(Reviewer\) gets users 1\.0\.0 with 1 of 2 pages/),
      expect.anything(),
    ],
  });
  expect(await explain(place, person('/admincontent/home'), 'users')).toMatchObject({
    verdict: 'not permitted',
  });
  expect(await explain(place, { ...held, isFrozen: true }, 'users')).toMatchObject({
    sentences: ['Amina is frozen and cannot sign in at all.'],
  });
  expect(await explain({ ...place, sdkVersion: '0.2.0' }, held, 'users')).toMatchObject({
    verdict: 'incompatible',
  });
  await writeFile(files[0] ?? '', 'altered');
  expect(await explain(place, held, 'users')).toMatchObject({ verdict: 'integrity' });
  await write(true, '9.0.0');
  expect(await explain(place, held, 'users')).toMatchObject({ verdict: 'missing' });
  await write(false);
  const off = await explain(place, held, 'users');
  expect(off.verdict).toBe('disabled');
  expect(off.sentences[0]).toContain(`${place.file}:3`);
  expect(await explain(place, held, 'unheard')).toMatchObject({ verdict: 'missing' });
});

test('switching writes one line, refuses what the server would refuse, and tells what was so', async () => {
  expect(await switchPlugin(place, 'users', true)).toBe(false);
  expect(await switchPlugin(place, 'users', false)).toBe(true);
  const off = await readFile(place.file, 'utf8');
  expect(off).toBe(
    '{\n  "plugins": {\n    "users": { "enabled": false, "version": "1.0.0" }\n  }\n}\n',
  );
  await writeFile(files[1] ?? '', 'altered');
  await expect(switchPlugin(place, 'users', true)).rejects.toThrow(/wrong hash/);
  expect(await readFile(place.file, 'utf8')).toBe(off);
  await expect(switchPlugin(place, 'unheard', true)).rejects.toThrow(/there is no plugin unheard/);
});

test('verify ends with 0 when all is right, else with file, line and reason', async () => {
  expect((await command('verify')).stdout).toMatch(/users 1\.0\.0: 4 files right/);
  await writeFile(files[2] ?? '', 'altered');
  await expect(command('verify')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/registry\.json:3: users: wrong hash: .*was altered/),
  });
  await expect(command('explain', 'amina', 'users')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/npm start.*DATABASE_URL/),
  });
});
