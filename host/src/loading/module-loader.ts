/** Names and integrity added to what the page can import. */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  /** Address → `sha256-…`. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Address → names that mean something else below it. */
  readonly scopes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Loads modules by name or address. The one door to the module system, so that native import maps
 * can take SystemJS's place.
 */
export interface ModuleLoader {
  addImportMap(map: ImportMap): void;
  /** Rejects when the module or anything it imports did not load or threw. */
  importModule(specifier: string): Promise<unknown>;
  /** Forgets modules, loaded or failed, and whatever imports them: the next import starts again. */
  forget(urls: readonly string[]): void;
}

/** What of SystemJS 6.15 is used; `delete` is the packs' own (scripts/build/prelude.js). */
export interface SystemJs {
  import(specifier: string): Promise<unknown>;
  addImportMap(map: ImportMap, baseUrl?: string): void;
  resolve(specifier: string): string;
  delete(url: string): boolean;
}

declare global {
  var System: SystemJs;
}

/** The module loader on SystemJS. Failed loads are cached there until they are deleted. */
export function systemJsLoader(system: SystemJs): ModuleLoader {
  return {
    addImportMap: (map) => system.addImportMap(map),
    importModule: (specifier) => system.import(specifier),
    forget(urls) {
      for (const url of urls) system.delete(system.resolve(url));
    },
  };
}
