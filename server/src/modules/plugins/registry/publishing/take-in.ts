import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pluginManifest } from '@kituo/sdk/contracts';
import { locked } from '../file-lock.ts';
import { versionsOf } from '../version-order.ts';
import type { CheckedPackage } from './check-package.ts';
import { PublishRefusal } from './refusal.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Puts a checked package below `packagesDir` in one rename: it is there whole or not at all, however many
 * publish at once. The same package again is no fault. Compressed forms are made here, never taken over.
 * @returns false where it was there already.
 * @throws PublishRefusal exists, publisher, budget
 */
export async function takeIn(checked: CheckedPackage, packagesDir: string): Promise<boolean> {
  const { manifest, manifestText, signatureText, files } = checked;
  const { name, version, publisher } = manifest.description;
  await refuseForeignName(packagesDir, name, publisher);
  const target = join(packagesDir, name, version);
  if (await isSame(target, manifestText, name, version)) return false;
  const folder = join(packagesDir, name, `${version}.${randomUUID()}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    for (const file of manifest.files) {
      const content = files.get(file.name) ?? Buffer.of();
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      const [br, gz] = await Promise.all([toBrotli(content, quality), toGzip(content, { level: 9 })]);
      // The budget was checked by what the manifest says of its sizes.
      if (br.length > file.brotliBytes * 1.1 + 64)
        throw new PublishRefusal(
          'budget',
          `${file.name} has ${br.length} bytes compressed, manifest.json says ${file.brotliBytes}`,
          'Build it with "kituo-plugin build" and change nothing in it afterwards.',
        );
      const path = join(folder, file.name);
      await Promise.all([writeFile(path, content), writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }
    await writeFile(join(folder, 'signature.json'), signatureText);
    await writeFile(join(folder, 'manifest.json'), manifestText);
    // Two publishers may want one name at once, in processes of their own.
    return await locked(join(packagesDir, '.taken-in'), async () => {
      await refuseForeignName(packagesDir, name, publisher);
      if (await isSame(target, manifestText, name, version)) return false;
      await rename(folder, target);
      return true;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isSame(target: string, manifestText: Buffer, name: string, version: string): Promise<boolean> {
  const there = await readFile(join(target, 'manifest.json')).catch(() => null);
  if (there === null) return false;
  if (there.equals(manifestText)) return true;
  throw new PublishRefusal(
    'exists',
    `${name} ${version} is published already, with other files`,
    'A published version never changes: raise the version in plugin.json.',
  );
}

/** A name belongs to who published it first. */
async function refuseForeignName(packagesDir: string, name: string, publisher: string): Promise<void> {
  for (const version of await versionsOf({ packagesDir }, name)) {
    const path = join(packagesDir, name, version, 'manifest.json');
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    const owner = pluginManifest.safeParse(JSON.parse(text)).data?.description.publisher;
    if (owner !== undefined && owner !== publisher)
      throw new PublishRefusal(
        'publisher',
        `the name ${name} belongs to ${owner}`,
        'Choose another "name" in plugin.json.',
      );
  }
}
