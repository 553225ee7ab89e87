import { generateKeyPairSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version as reactVersion } from 'react';
import { isAlreadyThere } from '../../server/src/already-there.ts';
import type { RegistryPlace } from '../../server/src/modules/plugins/registry/registry-place.ts';
import {
  MAX_BUDGET_KB,
  publishPackage,
  readPublishers,
  type Published,
  type Publisher,
  type PublishRules,
  PUBLISHER_NAME,
} from '../../server/src/modules/plugins/registry/publishing/index.ts';
import { verifyPackage } from '../../server/src/modules/plugins/registry/verify-package.ts';
import { writeWhole } from '../build/compress.ts';
import { SHARED_NAMES } from '../build/shared-names.ts';
import { writePackageFile } from '../plugin/package-file.ts';

export async function publishRules(place: RegistryPlace): Promise<PublishRules> {
  const { publishersDir, sdkVersion } = place;
  return {
    publishers: publishersDir ? await readPublishers(publishersDir) : new Map(),
    today: new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Nairobi' }),
    sdkVersion,
    reactMajor: Number.parseInt(reactVersion, 10),
    sharedNames: SHARED_NAMES,
    maxBudgetKb: MAX_BUDGET_KB,
  };
}

/** Takes a package file into `registry/packages`. @throws PublishRefusal */
export async function publishFile(place: RegistryPlace, path: string): Promise<Published> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`There is no file ${path}. Nothing was published.`);
  return await publishPackage(createReadStream(path), place.packagesDir, await publishRules(place));
}

/** Makes the package file of a built plugin, signed. @returns its path. */
export async function packPlugin(
  place: RegistryPlace,
  { plugin, version, keyFile, out }: { plugin: string; version: string; keyFile: string; out: string },
): Promise<string> {
  const built = await verifyPackage(place.packagesDir, plugin, version);
  return await writePackageFile({ ...built, keyFile, out });
}

/**
 * Makes a key pair: the private one for the publisher alone, the public one into `registry/publishers`.
 * @returns where the private key is. @throws where the name is none, or the file is there
 */
export async function makeKey(place: RegistryPlace, publisher: string, out = '.'): Promise<string> {
  if (!PUBLISHER_NAME.test(publisher))
    throw new Error(
      `A publisher is called by lower-case letters, digits and dashes, a letter first, not ${JSON.stringify(publisher)}.`,
    );
  const folder = place.publishersDir ?? join(dirname(place.file), 'publishers');
  const known = (await readPublishers(folder)).get(publisher);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const id = `${publisher}-${(known?.keys.length ?? 0) + 1}`;
  const keyFile = join(out, `${id}.pem`);
  await writeFile(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
    flag: 'wx',
  }).catch((fault: unknown) => {
    throw isAlreadyThere(fault) ? new Error(`${keyFile} is there already. It stays as it is.`) : fault;
  });
  const key = {
    id,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
  const file: Publisher = {
    $schema: '../publisher.schema.json',
    name: publisher,
    firstParty: known?.firstParty ?? false,
    keys: [...(known?.keys ?? []), key],
  };
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${publisher}.json`), `${JSON.stringify(file, null, 2)}\n`);
  return keyFile;
}
