import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { signManifest } from '../../server/src/modules/plugins/registry/publishing/index.ts';

/** A built plugin, and the key that signs it. */
export interface Unsigned {
  /** Where `manifest.json` and its files lie. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  /** The publisher's private key, PEM; the file is called by the key's id. */
  readonly keyFile: string;
  readonly out: string;
}

/** Signs a built plugin and packs it into one file. @returns its path. */
export async function writePackageFile({ folder, manifest, keyFile, out }: Unsigned): Promise<string> {
  const { name, version, publisher } = manifest.description;
  const manifestText = await readFile(join(folder, 'manifest.json'));
  const privateKey = await readFile(keyFile, 'utf8');
  const signature = signManifest(manifestText, { publisher, keyId: keyIdOf(keyFile), privateKey });
  const archive = pack();
  const path = join(out, `${name}-${version}.tgz`);
  await mkdir(out, { recursive: true });
  const writing = pipeline(archive, createGzip({ level: 9 }), createWriteStream(path));
  archive.entry({ name: 'manifest.json' }, manifestText);
  archive.entry({ name: 'signature.json' }, JSON.stringify(signature));
  for (const file of manifest.files) archive.entry({ name: file.name }, await readFile(join(folder, file.name)));
  archive.finalize();
  await writing;
  return path;
}

export const keyIdOf = (keyFile: string) => basename(keyFile, '.pem');
