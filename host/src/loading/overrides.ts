import type { ModuleLoader } from './module-loader.ts';

interface ImportMapOverrides {
  getOverrideMap(): { readonly imports: Readonly<Record<string, string>> };
}

declare global {
  var importMapOverrides: ImportMapOverrides | undefined;
}

/**
 * Lets plugin developers try a plugin of theirs under a name of the registry. A map that is added
 * later beats an override, so the overrides go on top again after every map.
 */
export async function applyOverrides(modules: ModuleLoader): Promise<void> {
  if (globalThis.importMapOverrides === undefined) {
    // @ts-expect-error The package carries no types.
    await import('import-map-overrides');
  }
  const imports = globalThis.importMapOverrides?.getOverrideMap().imports ?? {};
  if (Object.keys(imports).length > 0) modules.addImportMap({ imports, integrity: {} });
}
