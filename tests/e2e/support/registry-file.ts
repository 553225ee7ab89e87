import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pluginManifest } from '@kituo/sdk/contracts';
import type { PluginManifest } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';

const PACKAGES = join(import.meta.dirname, '../../../registry/packages');
const registryFile = z.looseObject({
  plugins: z.record(z.string(), z.looseObject({ enabled: z.boolean(), version: z.string() })),
});
const readiness = z.object({
  registry: z.object({
    revision: z.string(),
    fault: z.nullable(z.object({ reason: z.string(), line: z.nullable(z.number()) })),
  }),
});

/** What `/health/ready` tells of the registry. */
export type RegistryHealth = z.output<typeof readiness>['registry'];

/** The registry file of the running server, in the hands of an operator. */
export class OperatorsRegistry {
  readonly #path: string;
  readonly #server: string;
  readonly #original: string;
  /** The state that the original stands for, as the server names it. */
  readonly #revision: Promise<string>;

  constructor(server: { readonly url: string; readonly registryFile: string }) {
    this.#server = server.url;
    this.#path = server.registryFile;
    this.#original = readFileSync(server.registryFile, 'utf8');
    this.#revision = this.health().then(({ revision }) => revision);
    // Who needs it is told.
    this.#revision.catch(() => undefined);
  }

  /** The names of all plugins, with the version that the file names. */
  plugins(): ReadonlyMap<string, string> {
    const { plugins } = z.parse(registryFile, JSON.parse(this.#original));
    return new Map(Object.entries(plugins).map(([name, { version }]) => [name, version]));
  }

  /** Replaces the file in one step, as careful editors do. */
  write(text: string): void {
    writeFileSync(`${this.#path}.next`, text);
    renameSync(`${this.#path}.next`, this.#path);
  }

  /** Changes the entry of one plugin; the others stay as they were at first. */
  change(plugin: string, part: { readonly enabled?: boolean; readonly version?: string }): void {
    const file = z.parse(registryFile, JSON.parse(this.#original));
    const entry = file.plugins[plugin];
    if (entry === undefined) throw new Error(`no plugin ${plugin}`);
    this.write(JSON.stringify({ ...file, plugins: { ...file.plugins, [plugin]: { ...entry, ...part } } }));
  }

  text(): string {
    return this.#original;
  }

  async health(): Promise<RegistryHealth> {
    const response = await fetch(`${this.#server}/health/ready`);
    return z.parse(readiness, await response.json()).registry;
  }

  /** The file as it was at first, in force. */
  async restore(): Promise<void> {
    const original = await this.#revision;
    this.write(this.#original);
    await this.until(({ fault, revision }) => fault === null && revision === original);
  }

  /** Waits until readiness tells what is expected. Throws Error with what it told last. */
  async until(isExpected: (health: RegistryHealth) => boolean): Promise<RegistryHealth> {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const health = await this.health();
      if (isExpected(health)) return health;
      if (Date.now() > deadline) throw new Error(`registry: ${JSON.stringify(health)}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** A built package as its manifest tells. */
export function manifestOf(plugin: string, version: string, packages = PACKAGES): PluginManifest {
  const text = readFileSync(join(packages, plugin, version, 'manifest.json'), 'utf8');
  return pluginManifest.parse(JSON.parse(text));
}

/** Another version of a built package, beside it; removed by `remove`. */
export interface PackageVariant {
  readonly version: string;
  /** The path of a file of it. */
  path(file: string): string;
  readonly entry: string;
  remove(): void;
}

/**
 * Copies a package under another version. With `changeEntry` its entry has other code, hashed and
 * compressed as the build would have it.
 */
export function packageVariant(
  plugin: string,
  versions: { readonly from: string; readonly to: string },
  changeEntry: (code: string) => string = (code) => code,
): PackageVariant {
  const from = join(PACKAGES, plugin, versions.from);
  const folder = join(PACKAGES, plugin, versions.to);
  const manifest = manifestOf(plugin, versions.from);
  rmSync(folder, { recursive: true, force: true });
  cpSync(from, folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const entry = manifest.files[manifest.entry];
  if (entry === undefined) throw new Error(`${plugin} has no entry`);
  const code = changeEntry(readFileSync(join(from, entry.name), 'utf8'));
  const name = `plugin.${createHash('sha256').update(code).digest('base64url')}.js`;
  writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, `${name}.gz`), gzipSync(code));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(code, quality));
  const changed = {
    ...manifest,
    description: { ...manifest.description, version: versions.to },
    files: manifest.files.map((file) => (file === entry ? { ...file, name } : file)),
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed));
  return {
    version: versions.to,
    entry: name,
    path: (file) => join(folder, file),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
