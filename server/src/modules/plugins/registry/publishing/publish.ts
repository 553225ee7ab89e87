import type { Readable } from 'node:stream';
import { checkPackage, type PublishRules } from './check-package.ts';
import { takeIn } from './take-in.ts';
import { unpack } from './unpack.ts';

export interface Published {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly isFirstParty: boolean;
  /** False where the same package was there already. */
  readonly isNew: boolean;
}

/**
 * Takes a package (`.tar.gz` of manifest, signature and files) into `packagesDir`, after everything in it
 * was verified. Nobody gets it by that: an operator switches it on or rolls it out.
 * @throws PublishRefusal with what is wrong and how to fix it; nothing is written then.
 */
export async function publishPackage(archive: Readable, packagesDir: string, rules: PublishRules): Promise<Published> {
  const checked = checkPackage(await unpack(archive), rules);
  const isNew = await takeIn(checked, packagesDir);
  const { name, version } = checked.manifest.description;
  const { name: publisher, firstParty: isFirstParty } = checked.publisher;
  return { name, version, publisher, isFirstParty, isNew };
}
