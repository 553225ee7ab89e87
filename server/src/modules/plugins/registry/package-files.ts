import { join } from 'node:path';
import type { PluginManifest } from '@kituo/sdk/contracts';
import type { LoadedRegistry } from './load-registry.ts';
import type { PackageFile } from './registry-service.ts';
import type { VerifiedPackage } from './verify-package.ts';

/** Versions of a plugin whose files stay servable: browsers have pages of an earlier one open. */
const VERSIONS_KEPT = 5;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** A version of which files are served. */
interface ServedVersion {
  readonly built: VerifiedPackage;
  readonly files: ReadonlyMap<string, PackageFile>;
}

/**
 * The files that may be served. Only names that a verified manifest gave are in it, so a request can
 * never reach another path.
 */
export class PackageFiles {
  readonly #plugins = new Map<string, Map<string, ServedVersion>>();

  add(registry: LoadedRegistry): void {
    for (const plugin of registry.plugins) {
      for (const one of [plugin.rollout, plugin]) {
        if (one?.package) this.#addVersion(plugin.name, one.version, one.package, one.isIsolated);
      }
    }
  }

  /** A version that was on offer before. */
  addEarlier(name: string, built: VerifiedPackage, isIsolated: boolean): void {
    this.#addVersion(name, built.manifest.description.version, built, isIsolated);
  }

  has(plugin: string, version: string): boolean {
    return this.#plugins.get(plugin)?.has(version) ?? false;
  }

  /** The packages of all versions whose files are served. */
  packages(): VerifiedPackage[] {
    return [...this.#plugins.values()].flatMap((versions) => [...versions.values()].map(({ built }) => built));
  }

  /** No file of it is served any more. */
  drop({ manifest: { description } }: VerifiedPackage): void {
    this.#plugins.get(description.name)?.delete(description.version);
  }

  #addVersion(name: string, version: string, built: VerifiedPackage, isIsolated: boolean): void {
    const versions = this.#plugins.get(name) ?? new Map<string, ServedVersion>();
    this.#plugins.set(name, versions);
    const files = new Map(versions.get(version)?.files);
    versions.delete(version);
    versions.set(version, { built, files });
    const pagesOf = pagesByFile(built.manifest);
    for (const [index, file] of built.manifest.files.entries()) {
      const contentType = CONTENT_TYPES[file.name.slice(file.name.lastIndexOf('.') + 1)];
      if (contentType !== undefined)
        files.set(file.name, {
          path: join(built.folder, file.name),
          contentType,
          bytes: file.bytes,
          pages: pagesOf.get(index) ?? null,
          isIsolated,
        });
    }
    const [oldest] = versions.keys();
    if (versions.size > VERSIONS_KEPT && oldest !== undefined) versions.delete(oldest);
  }

  find(plugin: string, version: string, fileName: string): PackageFile | null {
    return this.#plugins.get(plugin)?.get(version)?.files.get(fileName) ?? null;
  }
}

function pageOfFill({ description }: PluginManifest, name: string): string {
  return description.slots?.fills?.find((fill) => fill.name === name)?.page ?? '';
}

/** The files that only some pages need. What none needs, or one that everybody has, is for all. */
function pagesByFile(manifest: PluginManifest): ReadonlyMap<number, ReadonlySet<string>> {
  const { description, entry, styles, locales } = manifest;
  const common = new Set([entry, ...styles, ...Object.values(locales)]);
  const declared = new Map(description.pages.map((page) => [page.name, page]));
  const found = new Map<number, Set<string>>();
  // A part for a slot is for who holds the page that it names.
  const fills = (manifest.fills ?? []).map((built) => ({
    built,
    page: declared.get(pageOfFill(manifest, built.name)),
  }));
  const pages = manifest.pages.map((built) => ({ built, page: declared.get(built.name) }));
  for (const { built, page } of [...pages, ...fills]) {
    if (page === undefined) continue;
    for (const index of [...built.files, ...built.styles, ...built.later, ...Object.values(built.texts ?? {})]) {
      if (page.always) common.add(index);
      const paths = found.get(index) ?? new Set<string>();
      found.set(index, paths.add(page.path.toLowerCase()));
    }
  }
  for (const index of common) found.delete(index);
  return found;
}
