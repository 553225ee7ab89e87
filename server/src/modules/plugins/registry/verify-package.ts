import { pluginManifest, type PluginManifest } from '@kituo/sdk/contracts';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { RegistryFault } from './registry-fault.ts';

const fromBrotli = promisify(brotliDecompress);
const fromGzip = promisify(gunzip);

/** Files found right, with the time and size they had: unchanged ones are not read again. */
export type VerifiedFiles = Map<string, { readonly mtimeMs: number; readonly size: number }>;

export interface VerifiedPackage {
  readonly folder: string;
  /** Of `manifest.json`. */
  readonly path: string;
  readonly manifest: PluginManifest;
  /** Changes with anything in the package. */
  readonly hash: string;
}

/**
 * Reads a package and compares every file, in each of its three forms, with the hash in its name.
 * Throws RegistryFault with the path of what is missing or altered.
 */
export async function verifyPackage(
  packagesDir: string,
  name: string,
  version: string,
  verified: VerifiedFiles = new Map(),
): Promise<VerifiedPackage> {
  const folder = join(packagesDir, name, version);
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new RegistryFault(`the package ${name} ${version} is missing (no ${path})`, path);
  });
  const manifest = parseManifest(text, path);
  const { description } = manifest;
  if (description.name !== name || description.version !== version)
    throw new RegistryFault(
      `the package says it is ${description.name} ${description.version}, not ${name} ${version}`,
      path,
    );
  checkIndexes(manifest, path);
  await Promise.all(manifest.files.map((file) => verifyFile(join(folder, file.name), verified)));
  return { folder, path, manifest, hash: createHash('sha256').update(text).digest('base64url') };
}

function parseManifest(text: string, path: string): PluginManifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (fault) {
    throw new RegistryFault(`manifest is not JSON: ${String(fault)}`, path);
  }
  const checked = pluginManifest.safeParse(parsed);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new RegistryFault(`manifest: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, path);
}

function checkIndexes(manifest: PluginManifest, path: string): void {
  const { files, entry, styles, locales, pages, fills = [], description } = manifest;
  const indexes = [entry, ...styles, ...Object.values(locales)];
  for (const part of [...pages, ...fills])
    indexes.push(...part.files, ...part.styles, ...part.later, ...Object.values(part.texts ?? {}));
  if (indexes.some((index) => files[index] === undefined))
    throw new RegistryFault('manifest names a file that is not in its list', path);
  const built = new Set(pages.map(({ name }) => name));
  if (description.pages.some(({ name }) => !built.has(name)))
    throw new RegistryFault('manifest lacks a page that the plugin describes', path);
}

async function verifyFile(path: string, verified: VerifiedFiles): Promise<void> {
  const expected = /\.([A-Za-z0-9_-]{43})\.[a-z0-9]+$/.exec(path)?.[1];
  const same = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url') === expected;
  await verifyForm(path, verified, same);
  await verifyForm(`${path}.br`, verified, async (bytes) => same(await fromBrotli(bytes)));
  await verifyForm(`${path}.gz`, verified, async (bytes) => same(await fromGzip(bytes)));
}

async function verifyForm(
  path: string,
  verified: VerifiedFiles,
  isRight: (bytes: Uint8Array) => Promise<boolean>,
): Promise<void> {
  const found = await stat(path).catch(() => {
    throw new RegistryFault(`the file ${path} is missing`, path);
  });
  const known = verified.get(path);
  if (known?.mtimeMs === found.mtimeMs && known.size === found.size) return;
  const right = await isRight(await readFile(path)).catch(() => false);
  if (!right) throw new RegistryFault(`wrong hash: ${path} was altered after it was built`, path);
  verified.set(path, { mtimeMs: found.mtimeMs, size: found.size });
}
