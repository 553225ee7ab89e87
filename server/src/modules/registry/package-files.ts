import { join } from 'node:path';
import type { PackageFile } from './registry-service.ts';
import type { LoadedRegistry } from './load-registry.ts';

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

/**
 * The files that may be served. Only names that a verified manifest gave are in it, so a request can
 * never reach another path.
 */
export class PackageFiles {
  readonly #plugins = new Map<string, Map<string, Map<string, PackageFile>>>();

  add(registry: LoadedRegistry): void {
    for (const { name, version, package: built } of registry.plugins) {
      if (built === null) continue;
      const versions = this.#plugins.get(name) ?? new Map<string, Map<string, PackageFile>>();
      this.#plugins.set(name, versions);
      const files = versions.get(version) ?? new Map<string, PackageFile>();
      versions.delete(version);
      versions.set(version, files);
      for (const file of built.manifest.files) {
        const contentType = CONTENT_TYPES[file.name.slice(file.name.lastIndexOf('.') + 1)];
        if (contentType !== undefined)
          files.set(file.name, {
            path: join(built.folder, file.name),
            contentType,
            bytes: file.bytes,
          });
      }
      const [oldest] = versions.keys();
      if (versions.size > VERSIONS_KEPT && oldest !== undefined) versions.delete(oldest);
    }
  }

  find(plugin: string, version: string, fileName: string): PackageFile | null {
    return this.#plugins.get(plugin)?.get(version)?.get(fileName) ?? null;
  }
}
