import { generateKeyPairSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { version as reactVersion } from 'react';
import { pack } from 'tar-stream';
import type { RegistryPlace } from '../../server/src/modules/registry/load-registry.ts';
import {
  publishPackage,
  readPublishers,
  signManifest,
  type Published,
  type Publisher,
  type PublishRules,
} from '../../server/src/modules/registry/publishing/index.ts';
import { verifyPackage } from '../../server/src/modules/registry/verify-package.ts';
import { writeWhole } from '../build/compress.ts';
import { SHARED_NAMES } from '../build/shared-names.ts';

/** Of contributed sections: a page of ours costs 20 to 60 KB. */
const MAX_BUDGET_KB = 150;

export async function publishRules(place: RegistryPlace): Promise<PublishRules> {
  const { publishersDir, sdkVersion } = place;
  return {
    publishers: publishersDir ? await readPublishers(publishersDir) : new Map(),
    today: new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Nairobi' }),
    sdkVersion,
    reactMajor: Number.parseInt(reactVersion, 10),
    sharedNames: new Set(Object.keys(SHARED_NAMES)),
    maxBudgetKb: MAX_BUDGET_KB,
  };
}

/** Takes a package file into `registry/packages`. @throws PublishRefusal */
export async function publishFile(place: RegistryPlace, path: string): Promise<Published> {
  return await publishPackage(createReadStream(path), place.packagesDir, await publishRules(place));
}

/** Makes the package file of a built plugin, signed. @returns its path. */
export async function packPlugin(
  place: RegistryPlace,
  {
    plugin,
    version,
    keyFile,
    out,
  }: { plugin: string; version: string; keyFile: string; out: string },
): Promise<string> {
  const built = await verifyPackage(place.packagesDir, plugin, version);
  const manifest = await readFile(built.path);
  const { publisher } = built.manifest.description;
  const privateKey = await readFile(keyFile, 'utf8');
  const keyId = keyIdOf(keyFile);
  const signature = JSON.stringify(signManifest(manifest, { publisher, keyId, privateKey }));
  const archive = pack();
  const path = join(out, `${plugin}-${version}.tgz`);
  await mkdir(out, { recursive: true });
  const writing = pipeline(archive, createGzip({ level: 9 }), createWriteStream(path));
  archive.entry({ name: 'manifest.json' }, manifest);
  archive.entry({ name: 'signature.json' }, signature);
  for (const { name } of built.manifest.files)
    archive.entry({ name }, await readFile(join(built.folder, name)));
  archive.finalize();
  await writing;
  return path;
}

const keyIdOf = (keyFile: string) => keyFile.replace(/^.*\//, '').replace(/\.pem$/, '');

/**
 * Makes a key pair: the private one for the publisher alone, the public one into `registry/publishers`.
 * @returns where the private key is.
 */
export async function makeKey(place: RegistryPlace, publisher: string, out = '.'): Promise<string> {
  const folder = place.publishersDir ?? join(dirname(place.file), 'publishers');
  const known = (await readPublishers(folder)).get(publisher);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const id = `${publisher}-${(known?.keys.length ?? 0) + 1}`;
  const keyFile = join(out, `${id}.pem`);
  await writeFile(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
    flag: 'wx',
  });
  const key = {
    id,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
  const file: Publisher = {
    name: publisher,
    firstParty: known?.firstParty ?? false,
    keys: [...(known?.keys ?? []), key],
  };
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${publisher}.json`), `${JSON.stringify(file, null, 2)}\n`);
  return keyFile;
}
