import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { PluginManifest } from '@kituo/sdk/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadRegistry } from '../index.ts';
import { verifyPackage } from '../verify-package.ts';
import { PublishRefusal, publishPackage, type RefusalReason } from './index.ts';
import { type Change, archiveOf, keyPair, named, rules, streamOf } from '../../../../../testing/test-archive.ts';
import { hostile, mends } from './testing/hostile-packages.ts';

let packages = '';
beforeEach(async () => {
  packages = await mkdtemp(join(tmpdir(), 'kituo-publish-'));
});
afterEach(() => rm(packages, { recursive: true, force: true }));

const publish = async (archive: Uint8Array) => await publishPackage(streamOf(archive), packages, rules);
const refusalOf = async (work: Promise<unknown>): Promise<PublishRefusal> => {
  const fault = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(fault).toBeInstanceOf(PublishRefusal);
  if (!(fault instanceof PublishRefusal)) throw new Error('it was taken in');
  return fault;
};

test('a right package is taken in whole, once, and can be delivered', async () => {
  const archive = await archiveOf();
  expect(await publish(archive)).toEqual({
    name: 'cash',
    version: '1.0.0',
    publisher: 'nairobi-loans',
    isFirstParty: false,
    isNew: true,
  });
  expect((await verifyPackage(packages, 'cash', '1.0.0')).manifest.files).toHaveLength(4);
  expect(await publish(archive)).toMatchObject({ isNew: false });
  expect(await readdir(join(packages, 'cash'))).toEqual(['1.0.0']);
});

test('two at once leave one whole package', async () => {
  const archive = await archiveOf();
  const results = await Promise.all([publish(archive), publish(archive), publish(archive)]);
  expect(results.map(({ name }) => name)).toEqual(['cash', 'cash', 'cash']);
  expect(await readdir(join(packages, 'cash'))).toEqual(['1.0.0']);
  await verifyPackage(packages, 'cash', '1.0.0');
});

test('a published version never changes, and its name stays its publisher’s', async () => {
  await publish(await archiveOf());
  const changed = await refusalOf(publish(await archiveOf({ texts: '{"title":"More"}' })));
  expect([changed.reason, changed.mend]).toEqual(['exists', expect.stringMatching(/raise the version/)]);
  const pair = keyPair();
  const publishers = new Map(rules.publishers).set('others', {
    name: 'others',
    firstParty: false,
    keys: [{ id: 'now', publicKey: pair.publicKey }],
  });
  const theirs = await archiveOf({
    description: { publisher: 'others', version: '2.0.0' },
    signer: { publisher: 'others', privateKey: pair.privateKey },
  });
  const taken = await refusalOf(publishPackage(streamOf(theirs), packages, { ...rules, publishers }));
  expect(taken.message).toBe('the name cash belongs to nairobi-loans');
});

test('of two publishers who want one name at once, one gets it', async () => {
  const pair = keyPair();
  const publishers = new Map(rules.publishers).set('others', {
    name: 'others',
    firstParty: false,
    keys: [{ id: 'now', publicKey: pair.publicKey }],
  });
  const ours = await archiveOf();
  const theirs = await archiveOf({
    description: { publisher: 'others', version: '2.0.0' },
    signer: { publisher: 'others', privateKey: pair.privateKey },
  });
  const results = await Promise.allSettled(
    [ours, theirs].map((archive) => publishPackage(streamOf(archive), packages, { ...rules, publishers })),
  );
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^the name cash belongs to (others|nairobi-loans)$/),
  ]);
  expect(await readdir(join(packages, 'cash'))).toHaveLength(1);
  expect((await readdir(packages)).sort()).toEqual(['cash']);
});

test('half an upload, or none of an archive, leaves nothing', async () => {
  const archive = await archiveOf();
  const halves = [archive.subarray(0, archive.length / 2), Buffer.from('not a tar'), Buffer.alloc(0)];
  for (const half of halves) {
    expect((await refusalOf(publish(half))).reason).toMatch(/archive|manifest/);
  }
  expect(await readdir(packages)).toEqual([]);
});

/** Zeros without end, compressed: a bomb, and an upload that never stops. */
async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(1_000_000);
}

test('an archive without end and one that swells are refused while they are read', async () => {
  const noise = Buffer.from(Array.from({ length: 1_000_000 }, (_, i) => (i * 7919 + (i >> 3)) & 255));
  async function* noisy(): AsyncGenerator<Buffer> {
    yield gzipSync(noise).subarray(0, 10);
    for (;;) yield noise;
  }
  const long = await refusalOf(publishPackage(Readable.from(noisy()), packages, rules));
  expect(long.reason).toMatch(/size|archive/);
  const swelling = pack();
  const entry = swelling.entry({ name: 'zeros.bin', size: 3_000_000_000 });
  const feeding = Readable.from(endless());
  entry.on('error', () => feeding.destroy());
  feeding.on('error', () => undefined).pipe(entry);
  const bomb = swelling.on('error', () => undefined).pipe(createGzip());
  const refused = await refusalOf(publishPackage(bomb, packages, rules));
  feeding.destroy();
  swelling.destroy();
  expect([refused.reason, refused.message]).toEqual(['size', 'zeros.bin has more than 5 MB']);
});

test('what an author wrote into plugin.json is fixed there, by its name', async () => {
  const refused = async (description: Record<string, unknown>) =>
    (await refusalOf(publish(await archiveOf({ description })))).mend;
  expect(await refused({ version: 'newest' })).toMatch(/^Mend "version" in plugin\.json/);
  expect(await refused({ pages: [{ name: 'Cash' }] })).toMatch(/^Mend "pages\.0\.\w+" in plugin/);
  expect(await refused({ colour: 'red' })).toMatch(/^Mend it in plugin\.json/);
});

test('a key that an operator entered wrongly is told as such', async () => {
  for (const publicKey of ['AAAA', 'not base64 at all', '']) {
    const keys = [{ id: 'now', publicKey }];
    const publishers = new Map([['nairobi-loans', { name: 'nairobi-loans', firstParty: false, keys }]]);
    const archive = streamOf(await archiveOf());
    const refusal = await refusalOf(publishPackage(archive, packages, { ...rules, publishers }));
    expect([refusal.reason, refusal.message]).toEqual([
      'signature',
      'what registry/publishers/ has as the key now of nairobi-loans is no ed25519 key',
    ]);
  }
});

test(`${hostile.length} broken and hostile packages are refused, each in words, and nothing is written`, async () => {
  for (const [what, change, reason, says] of hostile) {
    const refusal = await refusalOf(publish(await archiveOf(change))).catch((fault: unknown) => {
      throw new Error(`${what}: ${String(fault)}`);
    });
    expect([what, refusal.reason, refusal.message]).toEqual([what, reason, expect.stringMatching(says)]);
    expect([what, refusal.mend]).toEqual([what, expect.stringMatching(mends[reason])]);
  }
  const left = await readdir(packages, { recursive: true });
  expect(left.filter((name) => name !== 'cash')).toEqual([]);
  // None of them is in the way of the next.
  expect(await publish(await archiveOf())).toMatchObject({ isNew: true });
});

test('the server takes a contributed package in only with its publisher’s signature', async () => {
  await publish(await archiveOf());
  const publishersDir = join(packages, 'publishers');
  const file = join(packages, 'registry.json');
  await writeFile(file, '{"plugins":{"cash":{"enabled":true,"version":"1.0.0"}}}');
  const place = { file, packagesDir: packages, sdkVersion: '0.1.0', publishersDir };
  await mkdir(publishersDir);
  const cash = async (keys = place) => (await loadRegistry(keys)).plugins[0];
  const leftOut = (why: string) => ({ package: null, leftOut: expect.stringContaining(why) });
  const nobody = leftOut('nobody knows the publisher "nairobi-loans"');
  expect(await cash()).toMatchObject(nobody);
  const known = rules.publishers.get('nairobi-loans');
  await writeFile(join(publishersDir, 'nairobi-loans.json'), JSON.stringify(known));
  expect(await cash()).toMatchObject({ leftOut: null, isIsolated: true });
  // Without the folder of publishers it is not taken for one of the company.
  expect(await cash({ ...place, publishersDir: '' })).toMatchObject(nobody);
  const path = join(packages, 'cash/1.0.0/signature.json');
  const signature = JSON.parse(await readFile(path, 'utf8'));
  const signed = (change: object) => writeFile(path, JSON.stringify({ ...signature, ...change }));
  await signed({ keyId: 'other' });
  expect(await cash()).toMatchObject(leftOut('nairobi-loans has no key "other"'));
  // Altered, which no operator did: the whole file is not taken in.
  await signed({ signature: 'AAAA' });
  await expect(cash()).rejects.toThrow(/cash: it was not signed with the key now/);
  await rm(path);
  await expect(cash()).rejects.toThrow(/cash: it is not signed/);
});

describe('from outside', () => {
  const XHTML = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const picture = named('logo', 'svg', XHTML);
  const withPicture: Change = {
    manifest: (manifest) => ({ ...manifest, files: [...manifest.files, picture] }),
    files: (files) => files.set(picture.name, Buffer.from(XHTML)),
  };
  const fill = { files: [2], styles: [3], later: [], shared: [] };
  const filled = (changed: object): Change => ({
    description: {
      slots: { fills: [{ slot: 'home.tile', name: 'Tile', titleKey: 'title', module: 'src/tile.tsx', page: 'Cash' }] },
    },
    manifest: (manifest) => ({ ...manifest, fills: [{ name: 'Tile', ...fill, ...changed }] }),
  });
  const openToAll = (manifest: PluginManifest) => ({
    ...manifest,
    description: {
      ...manifest.description,
      pages: manifest.description.pages.map((page) => ({ ...page, always: true })),
    },
  });
  const family = (api: string): Change => ({
    description: { capabilities: { api: [api], clipboard: false, download: false } },
  });
  const version = (text: string): Change => ({ description: { version: text } });

  test.each<[string, Change, RefusalReason]>([
    ['an SVG, which is a document that runs script', withPicture, 'manifest'],
    ['a page for everybody', { manifest: openToAll }, 'manifest'],
    ['an empty API family, which is all of them', family(''), 'manifest'],
    ['a family that is no beginning of a path', family('../'), 'manifest'],
    ['a script of a part that is not in the list', filled({ files: [9] }), 'integrity'],
    ['a script of a part that is a style', filled({ later: [3] }), 'integrity'],
    ['a place that is no number of a place', filled({ styles: [-1] }), 'integrity'],
    ['a part that nobody declared', filled({ name: 'Other' }), 'integrity'],
    ['a version as long as a novel', version(`1.0.0-${'a'.repeat(300)}`), 'manifest'],
    ['a version past what can be counted', version('99999999999999999999.0.0'), 'manifest'],
    ['a version with nothing between its dots', version('1.0.0-a..b'), 'manifest'],
    ['a version with a zero before it', version('01.0.0'), 'manifest'],
  ])('%s is refused', async (_what, change, reason) => {
    expect((await refusalOf(publish(await archiveOf(change)))).reason).toBe(reason);
  });

  test('a part that is right is taken in', async () => {
    expect(await publish(await archiveOf(filled({})))).toMatchObject({ isNew: true });
  });
});
