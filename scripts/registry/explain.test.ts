import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain, queuePlace } from '../../server/src/modules/plugins/registry/index.ts';
import { addForeignPlugin } from '../../server/testing/test-foreign.ts';
import { writePackage } from '../../server/testing/test-package.ts';
import { addPerson, createTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { as, type Person } from '../../server/testing/test-calls.ts';
import { ROOT } from '../build/paths.ts';
import { readPerson } from './read-person.ts';

let app: TestApp;
let operator: Person;
let amina: Person;
let aminaNo = '';
beforeAll(async () => {
  app = await createTestApp({
    content: 'seeded',
    plugins: { cash: ['Cash', 'Till'], bills: ['Bills'], broken: ['Broken'] },
    hasPublishers: true,
  });
  await writePackage(app.packagesDir, { name: 'cash', version: '1.1.0', pages: ['Cash'] });
  await writePackage(app.packagesDir, { name: 'later', pages: ['Later'], sdk: '^0.2.0' });
  await writePackage(app.packagesDir, { name: 'fresh', pages: ['Fresh'] });
  await addForeignPlugin(app, { name: 'visits', pages: ['Visits'] });
  const pages = ['Cash', 'Later', 'Broken', 'Visits'].map((page) => `/AdminContent/${page}`);
  const codes = ['operation:plugin:develop'];
  ({ userNo: aminaNo } = await addPerson(app.database, 'amina', { pages, codes }));
  operator = await as(app, 'admin');
  amina = await as(app, 'amina');
});
afterAll(() => app[Symbol.asyncDispose]());

const on = (more: object = {}) => ({ enabled: true, version: '1.0.0', ...more });
const write = async (change: object) => {
  const whole = JSON.parse(await readFile(app.registryFile, 'utf8'));
  const plugins = { ...whole.plugins, ...change };
  await writeFile(app.registryFile, JSON.stringify({ plugins }, null, 1));
};
/** What the page and the command say: the same, or this fails. */
async function explained(plugin: string): Promise<{ verdict: string; sentences: string[] }> {
  const { data } = await operator.get(`plugin-registry/explain?plugin=${plugin}&user=amina`);
  const settings = { ...app.services.settings, databaseUrl: app.database.url };
  const person = await readPerson(settings, 'amina');
  if (person === null) throw new Error('amina is not there');
  expect(await explain(app.services.registry.place, person, plugin)).toEqual(data);
  return data;
}

test('gets it, with the pages that are held', async () => {
  const { verdict, sentences } = await explained('cash');
  expect(verdict).toBe('gets it');
  expect(sentences).toEqual(['amina (role of amina) gets cash 1.0.0 with 1 of 2 pages.', '  /AdminContent/Cash']);
});

test('disabled: by which line of the file, and how to switch it on', async () => {
  await write({ cash: { ...on(), enabled: false } });
  const { verdict, sentences } = await explained('cash');
  await write({ cash: on() });
  expect(verdict).toBe('disabled');
  expect(sentences[0]).toMatch(/^cash is disabled \(.*registry\.json:\d+\)\.$/);
  expect(sentences[1]).toBe('Enable it: npm run registry -- enable cash');
});

test('not permitted: which pages would have to be given', async () => {
  expect(await explained('bills')).toEqual({
    verdict: 'not permitted',
    sentences: [
      'amina (role of amina) has no page of bills.',
      'Grant one of these pages to one of their roles: /AdminContent/Bills',
    ],
  });
});

test('incompatible: which SDK it was written for, and which one is here', async () => {
  await write({ later: on() });
  expect(await explained('later')).toEqual({
    verdict: 'incompatible',
    sentences: ['later 1.0.0 requires SDK ^0.2.0; this host has 0.1.0.'],
  });
});

test('missing: what was published and not switched on, and what is nowhere', async () => {
  const fresh = await explained('fresh');
  expect(fresh.verdict).toBe('missing');
  expect(fresh.sentences).toEqual([
    expect.stringMatching(/^fresh is not in .*registry\.json, so it is not available to anyone\.$/),
    'Enable it: npm run registry -- enable fresh',
  ]);
  const unheard = await explained('unheard');
  expect([unheard.verdict, unheard.sentences[1]]).toEqual([
    'missing',
    'It has no package either. Publish or build it first.',
  ]);
  await write({ cash: on({ version: '7.0.0' }) });
  const gone = await explained('cash');
  await write({ cash: on() });
  expect([gone.verdict, gone.sentences[0]]).toEqual([
    'missing',
    expect.stringContaining('cash 7.0.0 cannot be delivered: the package cash 7.0.0 is missing'),
  ]);
});

test('integrity: which file was altered', async () => {
  const manifest = join(app.packagesDir, 'broken/1.0.0/manifest.json');
  const { files } = JSON.parse(await readFile(manifest, 'utf8'));
  const path = join(app.packagesDir, 'broken/1.0.0', files[2].name);
  const whole = await readFile(path);
  await writeFile(path, 'altered');
  const { verdict, sentences } = await explained('broken');
  // It is not in the file's power alone what people have of the others.
  const other = await explained('cash');
  await writeFile(path, whole);
  expect([other.verdict, other.sentences.at(-1)]).toEqual([
    'gets it',
    expect.stringMatching(/^This file is not in force: broken: wrong hash/),
  ]);
  expect(verdict).toBe('integrity');
  expect(sentences[0]).toContain(`wrong hash: ${path} was altered after it was built`);
  expect(sentences[2]).toContain('npm run build -- broken');
});

test('signature: what is wrong with it, and who signs it', async () => {
  const path = join(app.packagesDir, 'visits/1.0.0/signature.json');
  const right = await readFile(path, 'utf8');
  await writeFile(path, JSON.stringify({ ...JSON.parse(right), signature: 'AAAA' }));
  const { verdict, sentences } = await explained('visits');
  await writeFile(path, right);
  expect(verdict).toBe('signature');
  expect(sentences[0]).toContain('visits 1.0.0 cannot be delivered: it was not signed with the');
  expect(sentences[1]).toContain('registry/publishers');
  expect(sentences[2]).toContain('keeps the last valid registry');
});

test('signature: a key that was withdrawn, of what everybody has and of a rollout', async () => {
  const known = join(dirname(app.registryFile), 'publishers/savanna.json');
  const keys = await readFile(known, 'utf8');
  await writeFile(known, JSON.stringify({ name: 'savanna', keys: [] }));
  const withdrawn = await explained('visits');
  await writeFile(known, keys);
  expect(withdrawn).toEqual({
    verdict: 'signature',
    sentences: [
      'visits 1.0.0 cannot be delivered: savanna has no key "k1".',
      expect.stringMatching(/^The key was withdrawn or .* disable the plugin\.$/),
    ],
  });
  const path = join(app.packagesDir, 'visits/1.0.0/signature.json');
  const next = join(app.packagesDir, 'visits/1.1.0');
  await cp(dirname(path), next, { recursive: true });
  const manifest = JSON.parse(await readFile(join(next, 'manifest.json'), 'utf8'));
  manifest.description.version = '1.1.0';
  await writeFile(join(next, 'manifest.json'), JSON.stringify(manifest));
  const signature = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(join(next, 'signature.json'), JSON.stringify({ ...signature, keyId: 'k0' }));
  await write({ visits: on({ rollout: { version: '1.1.0', percent: 100 } }) });
  // Whom the rollout chose has what everybody has.
  const chosen = await explained('visits');
  await write({ visits: on() });
  expect([chosen.verdict, ...chosen.sentences.slice(0, 2)]).toEqual([
    'rollout',
    expect.stringContaining('gets visits 1.0.0'),
    'visits 1.1.0 cannot be delivered: savanna has no key "k0".',
  ]);
});

test('rollout: which version it chooses for them, by their place or their role', async () => {
  const place = queuePlace('cash', '1.1.0', aminaNo).toFixed(2);
  await write({ cash: on({ rollout: { version: '1.1.0', percent: 100 } }) });
  const chosen = await explained('cash');
  await write({ cash: on({ rollout: { version: '1.1.0', percent: 0 } }) });
  const later = await explained('cash');
  await write({ cash: on({ rollout: { version: '1.1.0', roles: ['R-001'] } }) });
  const others = await explained('cash');
  await write({ cash: on() });
  expect([chosen, later, others].map(({ verdict }) => verdict)).toEqual(Array(3).fill('rollout'));
  expect([chosen, later, others].map(({ sentences }) => sentences[1])).toEqual([
    `Rollout: 1.1.0 for 100% of everyone. Included: their position is ${place}.`,
    `Rollout: 1.1.0 for 0% of everyone. Not included: their position is ${place}.`,
    'Rollout: 1.1.0 for 100% of R-001. Not included: they are of another role.',
  ]);
  expect(chosen.sentences[0]).toContain('gets cash 1.1.0');
  expect(later.sentences[0]).toContain('gets cash 1.0.0');
});

test('breaker: what failed in one of their sessions', async () => {
  const sessionId = amina.token.split('.')[0] ?? '';
  const setOut = async (pluginsOut: string[]) =>
    await app.database.db.updateTable('session').set({ pluginsOut }).where('sessionId', '=', sessionId).execute();
  await setOut(['cash@1.0.0']);
  const { verdict, sentences } = await explained('cash');
  await setOut([]);
  expect(verdict).toBe('breaker');
  expect(sentences[1]).toContain('1.0.0 failed repeatedly in one of their sessions');
});

test('override: from where they try one of their own', async () => {
  const origin = 'http://localhost:4400';
  expect((await amina.post('plugin-override/grant', { plugin: 'cash', origin })).code).toBe(0);
  const tried = await explained('cash');
  await amina.post('plugin-override/end', { plugin: 'cash' });
  expect(tried).toMatchObject({
    verdict: 'override',
    sentences: [`amina is trying cash from ${origin} in one of their sessions.`, expect.anything()],
  });
  expect((await explained('cash')).verdict).toBe('gets it');
});

test('fault: on which line of the file, and what people have meanwhile', async () => {
  const whole = await readFile(app.registryFile, 'utf8');
  await writeFile(app.registryFile, '{ "plugins": {\n');
  const { verdict, sentences } = await explained('cash');
  await writeFile(app.registryFile, whole);
  expect([verdict, sentences[0]]).toEqual([
    'fault',
    expect.stringMatching(/^The registry file cannot be read: .*registry\.json:2: not JSON/),
  ]);
});

test('the command says the verdict and its sentences, of who is there', async () => {
  const command = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'scripts/registry.ts'), 'explain', ...words], {
      env: {
        ...process.env,
        KITUO_REGISTRY: app.registryFile,
        KITUO_PACKAGES: app.packagesDir,
        DATABASE_URL: app.database.url,
      },
    });
  const { verdict, sentences } = await explained('bills');
  const [said] = await Promise.all([
    command('AMINA', 'bills'),
    expect(command('nobody', 'bills')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is nobody called nobody.'),
    }),
  ]);
  expect(said.stdout).toBe(`${verdict}: ${sentences.join('\n')}\n`);
});
