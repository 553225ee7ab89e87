import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostManifest } from '@kituo/sdk/contracts';
import type { HostManifest } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { ServedFile } from './send-file.ts';

const hostTexts = z.record(z.string(), z.record(z.string(), z.unknown()));
type HostTexts = z.output<typeof hostTexts>;

/** The build of the host as the server serves it. */
export interface HostFiles {
  readonly manifest: HostManifest;
  /** Texts of host, SDK and kit by namespace and language, as built. */
  readonly texts: HostTexts;
  /** A file below `/host/`, null where the manifest names none of that name. */
  file(name: string): ServedFile | null;
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Reads `host-manifest.json` of a folder. Throws when the host was not built. */
export async function loadHostFiles(folder: string): Promise<HostFiles> {
  const text = await readFile(join(folder, 'host-manifest.json'), 'utf8');
  const manifest = hostManifest.parse(JSON.parse(text));
  const texts = await readFile(join(folder, 'host-texts.json'), 'utf8');
  const files = new Map<string, ServedFile>();
  for (const { name, bytes } of manifest.files) {
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (contentType !== undefined) {
      files.set(name, { path: join(folder, name), contentType, bytes });
    }
  }
  return {
    manifest,
    texts: hostTexts.parse(JSON.parse(texts)),
    file: (name) => files.get(name) ?? null,
  };
}
