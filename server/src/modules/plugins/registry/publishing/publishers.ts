import { readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

export const PUBLISHER_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** `registry/publishers/<name>.json`: who may publish, and with which keys. */
export const publisherFile = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.string().check(z.regex(PUBLISHER_NAME)),
  /** Sections of the company itself; everybody else's run in a frame of their own. */
  firstParty: z._default(z.boolean(), false),
  keys: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
      /** ed25519, as SubjectPublicKeyInfo in base64. */
      publicKey: z.string().check(z.maxLength(200)),
      /** The last day (EAT) on which it signs. */
      until: z.optional(z.iso.date()),
    }),
  ),
});
export type Publisher = z.output<typeof publisherFile>;

/** The folder of publishers beside a registry file, where there is one. */
export function publishersBeside(registryFile: string): { readonly publishersDir?: string } {
  const publishersDir = join(dirname(registryFile), 'publishers');
  return existsSync(publishersDir) ? { publishersDir } : {};
}

/** The files of publishers in a folder; none where there is no such folder. */
export async function publisherFiles(folder: string | undefined): Promise<readonly string[]> {
  if (folder === undefined) return [];
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

/** All publishers by name. Throws where a file is broken: whoever edits them has to know. */
export async function readPublishers(folder: string): Promise<ReadonlyMap<string, Publisher>> {
  const publishers = await Promise.all(
    (await publisherFiles(folder)).map(async (path) => {
      const checked = publisherFile.safeParse(parsed(path, await readFile(path, 'utf8')));
      if (checked.success) return checked.data;
      const [issue] = checked.error.issues;
      throw new Error(`${path}: ${issue?.path.map(String).join('.')}: ${issue?.message}`);
    }),
  );
  return new Map(publishers.map((publisher) => [publisher.name, publisher]));
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    throw new Error(`${path} is not JSON: ${fault instanceof Error ? fault.message : fault}`);
  }
}
