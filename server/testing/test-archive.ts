import { createHash, generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PluginManifest } from '@kituo/sdk/contracts';
import { type Headers, pack } from 'tar-stream';
import type { PublishRules } from '../src/modules/plugins/registry/publishing/check-package.ts';
import { signManifest } from '../src/modules/plugins/registry/publishing/signature.ts';

/** A key pair as a publisher has it and as `registry/publishers` has it. */
export function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

export const nairobiLoans = keyPair();

export const rules: PublishRules = {
  publishers: new Map([
    [
      'nairobi-loans',
      {
        name: 'nairobi-loans',
        firstParty: false,
        keys: [
          { id: 'old', publicKey: nairobiLoans.publicKey, until: '2026-01-31' },
          { id: 'now', publicKey: nairobiLoans.publicKey },
        ],
      },
    ],
    ['others', { name: 'others', firstParty: false, keys: [{ id: 'now', publicKey: keyPair().publicKey }] }],
  ]),
  today: '2026-11-20',
  sdkVersion: '0.1.0',
  reactMajor: 19,
  sharedNames: new Set(['react', '@kituo/sdk', '@kituo/sdk/page']),
  maxBudgetKb: 150,
};

export const ENTRY = `System.register(["@kituo/sdk"],function(e,n){"use strict";var t;return{setters:[function(e){t=e.definePlugin}],execute:function(){e("plugin",t({pages:{Cash:()=>n.import("./PAGE")}}))}}});`;
export const PAGE = `System.register(["react"],function(e,n){"use strict";return{setters:[function(){}],execute:function(){e("CashPage",()=>({path:"cash/list",method:"POST"}))}}});`;

/** What a test changes about a right package. */
export interface Change {
  readonly entry?: string;
  readonly page?: string;
  readonly texts?: string;
  readonly styles?: string;
  readonly description?: Record<string, unknown>;
  readonly manifest?: (manifest: PluginManifest) => unknown;
  /** After hashing and before packing: what an attacker on the way does. */
  readonly files?: (files: Map<string, Buffer>) => void;
  /** After signing. */
  readonly signature?: (signature: Record<string, unknown>) => unknown;
  readonly signer?: { publisher?: string; keyId?: string; privateKey?: string };
  readonly headers?: (headers: Headers) => Headers;
}

export const named = (stem: string, ending: string, text: string) => {
  const hash = createHash('sha256').update(text).digest('base64url');
  return {
    name: `${stem}.${hash}.${ending}`,
    bytes: Buffer.byteLength(text),
    brotliBytes: brotliCompressSync(text).length,
  };
};

/** The files of a small section, signed by `nairobi-loans`, after the change. */
export function packageFiles(change: Change = {}): Map<string, Buffer> {
  const page = named('Cash', 'js', change.page ?? PAGE);
  const entryText = change.entry ?? ENTRY.replace('PAGE', page.name);
  const texts: [text: string, file: ReturnType<typeof named>][] = [
    [entryText, named('plugin', 'js', entryText)],
    [change.texts ?? '{"title":"Cash"}', named('texts-en', 'json', change.texts ?? '{"title":"Cash"}')],
    [change.page ?? PAGE, page],
    [change.styles ?? '.cash{color:red}', named('styles', 'css', change.styles ?? '.cash{color:red}')],
  ];
  const manifest: PluginManifest = {
    format: 1,
    description: {
      name: 'cash',
      version: '1.0.0',
      sdk: '^0.1.0',
      publisher: 'nairobi-loans',
      section: { path: 'CashSystem', titleKey: 'title' },
      pages: [
        {
          name: 'Cash',
          path: '/AdminContent/CashSystem/Cash',
          titleKey: 'title',
          module: 'src/pages/cash.page.tsx',
          codes: [],
          always: false,
        },
      ],
      capabilities: { api: ['cash/'], clipboard: false, download: false },
      locales: ['en'],
      budgetKb: 60,
      ...change.description,
    },
    shared: ['react', '@kituo/sdk'],
    react: 19,
    files: texts.map(([, file]) => file),
    entry: 0,
    styles: [],
    locales: { en: 1 },
    pages: [{ name: 'Cash', files: [2], styles: [3], later: [], shared: [] }],
  };
  const made = change.manifest ? change.manifest(manifest) : manifest;
  const manifestText = Buffer.from(typeof made === 'string' ? made : JSON.stringify(made));
  const { privateKey } = nairobiLoans;
  const signer = { publisher: 'nairobi-loans', keyId: 'now', privateKey, ...change.signer };
  const signed = signManifest(manifestText, signer);
  const signature = change.signature ? change.signature({ ...signed }) : signed;
  const files = new Map<string, Buffer>([
    ['manifest.json', manifestText],
    ['signature.json', Buffer.from(JSON.stringify(signature))],
    ...texts.map(([text, { name }]): [string, Buffer] => [name, Buffer.from(text)]),
  ]);
  change.files?.(files);
  return files;
}

/** The same as a `.tar.gz`. */
export async function archiveOf(change: Change = {}): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of packageFiles(change)) {
    const headers = { name, size: content.length };
    archive.entry(change.headers ? change.headers(headers) : headers, content);
  }
  archive.finalize();
  return gzipSync(await buffer(archive));
}

export const streamOf = (bytes: Uint8Array): Readable => Readable.from([Buffer.from(bytes)]);
