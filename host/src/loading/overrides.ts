import type { ModuleLoader } from './module-loader.ts';

interface ImportMapOverrides {
  getOverrideMap(): { readonly imports: Readonly<Record<string, string>> };
  addOverride(name: string, url: string): void;
  removeOverride(name: string): void;
}

declare global {
  var importMapOverrides: ImportMapOverrides | undefined;
}

/** What the package keeps in the browser's storage, by its own names. */
const STORED = 'import-map-override:';

/**
 * Puts plugins of a developer's machine under the names of the registry's. What the browser's storage has besides is
 * removed: the server decides what is tried. A map that is added later beats an override, so it goes on top again.
 */
export async function syncOverrides(modules: ModuleLoader, granted: ReadonlyMap<string, string>): Promise<void> {
  if (globalThis.importMapOverrides === undefined) {
    // It would write what it finds into an inline import map, which no policy of ours lets in.
    for (const key of Object.keys(localStorage)) if (key.startsWith(STORED)) localStorage.removeItem(key);
    // @ts-expect-error The package carries no types.
    await import('import-map-overrides');
  }
  const overrides = globalThis.importMapOverrides;
  if (overrides === undefined) return;
  for (const name of Object.keys(overrides.getOverrideMap().imports))
    if (!granted.has(name)) overrides.removeOverride(name);
  for (const [name, url] of granted) overrides.addOverride(name, url);
  modules.addImportMap({ imports: overrides.getOverrideMap().imports, integrity: {} });
}
