import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadRegistry } from '../../server/src/modules/plugins/registry/load-registry.ts';
import type { RegistryPlace } from '../../server/src/modules/plugins/registry/registry-place.ts';
import { queuePlace } from '../../server/src/modules/plugins/registry/rollout.ts';
import { readRegistryFile } from '../../server/src/modules/plugins/registry/read-registry-file.ts';
import { writePublisher } from '../../server/testing/test-foreign.ts';
import { writePackage } from '../../server/testing/test-package.ts';
import { ROOT } from '../build/paths.ts';
import { buildPlugin } from '../build/plugin-build.ts';
import { readRegistryHistory } from '../../server/src/modules/plugins/registry/operate/history.ts';
import { grantAsked, notGranted } from '../../server/src/modules/plugins/registry/operate/grants.ts';
import { explain } from '../../server/src/modules/plugins/registry/operate/explain.ts';
import type { Person } from '../../server/src/modules/plugins/registry/operate/person.ts';
import { examine } from './doctor.ts';
import { makeKey, packPlugin, publishFile } from './publish.ts';
import { promote, rollBack, rollOut } from '../../server/src/modules/plugins/registry/operate/roll-out.ts';
import { switchPlugin } from '../../server/src/modules/plugins/registry/operate/switch-plugin.ts';

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
  writeFile(place.file, `{\n  "plugins": {\n    "users": { "enabled": ${enabled}, "version": "${version}" }\n  }\n}\n`);
const person = (...pages: string[]): Person => ({
  userName: 'Amina',
  userNo: 'U0001',
  isFrozen: false,
  roles: [{ roleNo: 'R-002', roleName: 'Reviewer' }],
  merchants: [{ merchantNo: 'M0001' }],
  pages: new Set(pages),
  pluginsOut: [],
  trials: [],
});
const command = (...words: string[]) =>
  run(process.execPath, [join(ROOT, 'scripts/registry.ts'), ...words], {
    env: {
      ...process.env,
      KITUO_REGISTRY: place.file,
      KITUO_PACKAGES: place.packagesDir,
      KITUO_DATA: join(root, 'data'),
      DATABASE_URL: '',
    },
  });

test('says which command there is not, and what one of them lacks', async () => {
  await expect(command('frob')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/doctor[\s\S]*There is no command frob\.\n$/),
  });
  await expect(command('explain', 'admin')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Something is missing: .*explain <user> <plugin>.*\n$/),
  });
});

test('enable says which version is on', async () => {
  await write(false);
  expect((await command('enable', 'users')).stdout).toContain('users 1.0.0 is now on.');
});

test('explain names the first thing that is in the way, in plain words', async () => {
  const held = person('/admincontent/usermanagement');
  expect(await explain(place, held, 'users')).toMatchObject({
    verdict: 'gets it',
    sentences: [expect.stringMatching(/^Amina \(Reviewer\) gets users 1\.0\.0 with 1 of 2 pages/), expect.anything()],
  });
  expect(await explain(place, person('/admincontent/home'), 'users')).toMatchObject({
    verdict: 'not permitted',
  });
  expect(await explain(place, { ...held, isFrozen: true }, 'users')).toMatchObject({
    sentences: ['Amina is frozen and cannot sign in.'],
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
  expect((await explain(place, held, 'unheard', 'zh')).sentences[0]).toContain('中没有 unheard');
  await writeFile(place.file, '{ "plugins": {\n');
  expect(await explain(place, held, 'users')).toMatchObject({
    verdict: 'fault',
    sentences: [expect.stringMatching(/registry\.json:2: not JSON/), expect.anything()],
  });
});

test('switching writes one line, refuses what the server would refuse, and tells what was so', async () => {
  expect(await switchPlugin(place, 'users', true)).toBe(false);
  expect(await switchPlugin(place, 'users', false)).toBe(true);
  const off = await readFile(place.file, 'utf8');
  expect(off).toBe('{\n  "plugins": {\n    "users": { "enabled": false, "version": "1.0.0" }\n  }\n}\n');
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

test('a version is rolled out, promoted and taken back, and history says who did what', async () => {
  await expect(rollOut(place, 'users', { version: '1.1.0' })).rejects.toThrow(
    /package users 1\.1\.0 is missing; there are 1\.0\.0/,
  );
  for (const version of ['1.1.0', '1.2.0'])
    await writePackage(place.packagesDir, { name: 'users', version, pages: ['UserManagement'] });
  const before = await readFile(place.file, 'utf8');
  for (const percent of ['101', '-1', 'half'])
    await expect(command('rollout', 'users', '1.1.0', `--percent=${percent}`)).rejects.toMatchObject({
      code: 1,
      stderr: `--percent is a number from 0 to 100, not ${percent}\n`,
    });
  await expect(command('rollout', 'users')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Something is missing: .*rollout <plugin> <version>/),
  });
  expect(await readFile(place.file, 'utf8')).toBe(before);
  const rolled = await command('rollout', 'users', '1.1.0', '--percent', '40', '--roles', 'R-002');
  expect(rolled.stderr).toContain('The database is not running: roles and merchants were not checked.');
  expect(rolled.stdout).toBe('users: 1.1.0 for 40% of R-002.\n');
  expect(await readFile(place.file, 'utf8')).toContain(
    '"users": { "enabled": true, "version": "1.0.0", "rollout": { "version": "1.1.0", "percent": 40, "roles": ["R-002"] } }',
  );
  const held = person('/admincontent/usermanagement');
  const { sentences } = await explain(place, held, 'users');
  const at = queuePlace('users', '1.1.0', 'U0001').toFixed(2);
  expect(sentences[1]).toBe(
    `Rollout: 1.1.0 for 40% of R-002. ${Number(at) < 40 ? `Included: their position is ${at}.` : `Not included: their position is ${at}.`}`,
  );
  const other = { ...held, roles: [{ roleNo: 'R-005', roleName: 'Collector' }] };
  expect(await explain(place, other, 'users')).toMatchObject({
    verdict: 'rollout',
    sentences: [expect.anything(), expect.stringMatching(/they are of another role/), expect.anything()],
  });
  expect((await explain(place, other, 'users', 'zh')).sentences[1]).toBe(
    '灰度版本 1.1.0 提供给角色 R-002 的 40%，其角色不在灰度范围内。',
  );

  // Whom a rollout chose that does not fit has what everybody has.
  const late = join(place.packagesDir, 'users/1.1.0/manifest.json');
  const fits = await readFile(late, 'utf8');
  await writeFile(late, fits.replace(/"sdk":"[^"]*"/, '"sdk":"^9.0.0"'));
  await writeFile(place.file, (await readFile(place.file, 'utf8')).replace('"percent": 40, ', ''));
  expect(await explain(place, held, 'users')).toMatchObject({
    verdict: 'rollout',
    sentences: [
      expect.stringContaining('gets users 1.0.0'),
      expect.stringContaining('users 1.1.0 requires SDK ^9.0.0'),
      expect.anything(),
    ],
  });
  await writeFile(late, fits);

  expect(await promote(place, 'users')).toBe('1.1.0');
  await expect(promote(place, 'users')).rejects.toThrow(/nothing is being rolled out/);
  await rollOut(place, 'users', { version: '1.2.0' });
  expect(await rollBack(place, 'users')).toBe('1.1.0');
  expect(await rollBack(place, 'users')).toBe('1.0.0');
  await expect(rollBack(place, 'users')).rejects.toThrow(/no earlier version than 1\.0\.0/);
  const told = (await command('history', 'users')).stdout;
  expect(told.match(/ (rollout|promote|rollback) /g)).toEqual([
    ' rollout ',
    ' promote ',
    ' rollout ',
    ' rollback ',
    ' rollback ',
  ]);
  expect(told).toContain('users: 1.1.0 -> 1.0.0');
});

test('operators at once, in processes of their own, wait for one another, and none is lost', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const lines = names.map((name) => `"${name}": { "enabled": true, "version": "1.0.0" }`);
  await writeFile(place.file, `{ "plugins": { ${lines.join(', ')} } }`);
  const [first = '', second = '', ...others] = names;
  await Promise.all([
    command('disable', first),
    command('disable', second),
    ...others.map((name) => switchPlugin(place, name, false)),
  ]);
  expect((await readRegistryHistory(place)).map(({ plugin }) => plugin).sort()).toEqual([...names].sort());
  const { plugins } = await readRegistryFile(place.file);
  expect(Object.values(plugins).map(({ enabled }) => enabled)).toEqual(names.map(() => false));
});

test('the doctor looks at what nobody gets, too', async () => {
  const [stray = ''] = await writePackage(place.packagesDir, { name: 'stray', pages: ['Stray'] });
  await write(false);
  const well = await command('doctor');
  expect(well.stdout).toContain('stray is published and nobody gets it: npm run registry -- enable stray');
  expect(well.stdout).toMatch(/users is switched off/);
  await writeFile(stray, 'altered');
  await expect(command('doctor')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/FAULT  stray 1\.0\.0: wrong hash.*\n.*1 to mend/s),
  });
});

test('a section of another publisher: key, build, package, publish, switch on', async () => {
  const built = await buildPlugin(join(ROOT, 'plugins/home'), 'home', join(root, 'built'));
  const { description } = built.manifest;
  const renamed = {
    ...built.manifest,
    description: {
      ...description,
      name: 'desk',
      publisher: 'nairobi-loans',
      pages: description.pages.map((page) => ({
        ...page,
        path: `${page.path}Desk`,
        always: false,
      })),
    },
  };
  const source = { ...place, packagesDir: join(root, 'source') };
  const folder = join(source.packagesDir, 'desk', description.version);
  await cp(built.folder, folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(renamed));
  await writeFile(place.file, '{ "plugins": {} }');
  const publishersDir = join(root, 'publishers');
  const keyFile = await makeKey({ ...place, publishersDir }, 'nairobi-loans', root);
  await writePublisher(root, { name: 'test', firstParty: true, keys: [] });
  const path = await packPlugin(source, {
    plugin: 'desk',
    version: description.version,
    keyFile,
    out: join(root, 'out'),
  });

  const told = await command('publish', path);
  expect(told.stdout).toMatch(
    /desk 0\.1\.0 of nairobi-loans was verified and taken in\. Switch it on: npm run registry -- enable desk/,
  );
  const withKeys = { ...place, publishersDir };
  // Where no publisher is known, nobody's signature is good.
  await expect(switchPlugin(place, 'desk', true)).rejects.toThrow(
    'desk 0.1.0: nobody knows the publisher "nairobi-loans"',
  );
  await switchPlugin(withKeys, 'desk', true);
  expect((await readRegistryHistory(place, 'desk')).map(({ action }) => action)).toEqual(['publish 0.1.0', 'enable']);
  expect(await examine(withKeys)).toEqual([
    {
      isFault: false,
      sentence: expect.stringMatching(/^desk asks for api .*enable desk --grant$/),
    },
    { isFault: false, sentence: expect.stringContaining('enable users') },
  ]);
  const asked = await notGranted(withKeys, 'desk');
  expect(asked?.api.length).toBeGreaterThan(0);
  const again = await command('enable', 'desk');
  expect(again.stdout).toMatch(/^desk 0\.1\.0 is already on\.\nNot granted yet: api .*enable desk --grant\n$/);
  expect((await readRegistryFile(place.file)).plugins['desk']?.grants).toBeUndefined();
  const granted = await command('enable', 'desk', '--grant');
  expect(granted.stdout).toMatch(/^desk 0\.1\.0 is already on\.\nGranted: api .*\.\n$/);
  for (const family of asked?.api ?? []) expect(granted.stdout).toContain(family);
  expect(await grantAsked(withKeys, 'desk')).toBeNull();
  expect(await notGranted(withKeys, 'desk')).toBeNull();
  expect((await readRegistryFile(place.file)).plugins['desk']?.grants?.api).toEqual(asked?.api);
  const desk = async () => (await loadRegistry(withKeys)).plugins.find(({ name }) => name === 'desk');
  expect(await desk()).toMatchObject({ enabled: true, leftOut: null });
  const known = join(publishersDir, 'nairobi-loans.json');
  const keys = await readFile(known, 'utf8');
  await writeFile(known, JSON.stringify({ name: 'nairobi-loans', keys: [] }));
  expect(await desk()).toMatchObject({
    package: null,
    leftOut: expect.stringContaining('nairobi-loans has no key "nairobi-loans-1"'),
  });
  expect(await examine(withKeys)).toContainEqual({
    isFault: true,
    sentence: expect.stringMatching(/^desk 0\.1\.0: .* nobody gets it\. .* disable desk$/),
  });
  await writeFile(known, keys);
  await writeFile(path, (await readFile(path)).subarray(0, 2_000));
  await expect(command('publish', path)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Refused \(archive\): .*\nUpload the whole file again/),
  });
  await expect(publishFile(place, join(root, 'gone.tgz'))).rejects.toThrow(
    /^There is no file .*gone\.tgz\. Nothing was published\.$/,
  );
  await expect(makeKey(place, 'Nairobi Loans', root)).rejects.toThrow(/lower-case letters/);
  await writeFile(known, '{');
  expect(await examine(withKeys)).toContainEqual({
    isFault: true,
    sentence: expect.stringContaining('nairobi-loans.json is not JSON'),
  });
});
