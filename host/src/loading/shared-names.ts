import type { HostApp } from '@kituo/sdk/contracts';
import type { BrowserFiles } from './browser-files.ts';
import { integrityOf } from './file-name.ts';
import { sharedImportMap } from './import-map.ts';
import type { ModuleLoader } from './module-loader.ts';
import type { NeededFile } from './page-files.ts';

export interface SharedFiles {
  readonly scripts: readonly NeededFile[];
  readonly styles: readonly NeededFile[];
}

/** The names that plugins may import of the host's. */
export interface SharedNames {
  /** What they need beside the packs, of those that are known. */
  filesOf(names: readonly string[]): SharedFiles;
  /** Resolves when all of them can be imported; rejects where the list of them could not be read. */
  ready(names: readonly string[]): Promise<void>;
  /** Reads the others, if the document left some out. Where that fails, the next who needs one tries again. */
  complete(): Promise<void>;
}

/**
 * A document whose page needs the packs alone does not list the rest: the names of their files do not compress,
 * and every start would download them. They are read once, by a file of the same build.
 */
export function sharedNamesOf(
  app: Pick<HostApp, 'shared' | 'sharedFile'>,
  { modules, files }: { readonly modules: ModuleLoader; readonly files: Pick<BrowserFiles, 'fetchJson'> },
): SharedNames {
  let known = app.shared;
  let rest: Promise<void> | null = app.sharedFile === undefined ? Promise.resolve() : null;
  const learn = (shared: HostApp['shared']): void => {
    known = shared;
    modules.addImportMap(
      sharedImportMap(Object.fromEntries(Object.entries(shared).map(([name, each]) => [name, each.entry]))),
    );
  };
  learn(known);

  const read = async (file: string): Promise<void> => {
    try {
      // Of the host's own build, and no byte of it is another: its integrity is in its name.
      const all = await files.fetchJson(atHost(file));
      learn(all as HostApp['shared']);
    } catch (cause) {
      rest = null;
      throw cause;
    }
  };
  const complete = (): Promise<void> => (rest ??= read(app.sharedFile ?? ''));

  return {
    complete,
    ready: (names) => (names.every((name) => name in known) ? Promise.resolve() : complete()),
    filesOf(names) {
      const found = names.flatMap((name) => known[name] ?? []);
      return {
        scripts: found.flatMap((each) => each.files).map(atHost),
        styles: found.flatMap((each) => each.styles).map(atHost),
      };
    },
  };
}

const atHost = (file: string): NeededFile => ({ url: `/host/${file}`, integrity: integrityOf(file) });
