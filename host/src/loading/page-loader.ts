import type { SessionPlugin } from '@kituo/sdk/contracts';
import type { ComponentType } from 'react';
import type { PageEntry } from '../registry/page-table.ts';
import type { BrowserFiles } from './browser-files.ts';
import { integrityOf, pluginFileUrl } from './file-name.ts';
import { pluginImportMap, pluginModuleName } from './import-map.ts';
import { diagnoseFile, LoadError } from './load-error.ts';
import type { ModuleLoader } from './module-loader.ts';
import { pageFiles, type NeededFile } from './page-files.ts';
import { openPage } from './plugin-module.ts';

/** Page resources that take longer than this have failed, in milliseconds. */
export const LOAD_TIMEOUT_MS = 120_000;

export interface PageLoaderParts {
  readonly modules: ModuleLoader;
  readonly files: BrowserFiles;
  /** The person's language first, then those its missing texts fall back to. */
  readonly languages: () => readonly string[];
  /** Takes in the texts of a plugin. */
  readonly addTexts: (plugin: string, language: string, texts: unknown) => void;
  /** What host names a page needs beside the packs: `@blueprintjs/table` and its style. */
  readonly sharedFiles: (names: readonly string[]) => SharedFiles;
  readonly timeoutMs?: number;
}

export interface SharedFiles {
  readonly scripts: readonly NeededFile[];
  readonly styles: readonly NeededFile[];
}

/** Loads pages of plugins: everything a page needs at once, then its module. */
export interface PageLoader {
  /** Makes plugins importable; loaded files of earlier versions are forgotten by `release`. */
  register(plugins: readonly SessionPlugin[]): void;
  /** @throws LoadError */
  load(entry: PageEntry): Promise<ComponentType>;
  /** The component where the page was loaded before, so that it opens without waiting. */
  peek(entry: PageEntry): ComponentType | null;
  /** Fetches what the page will need, without running any of it. */
  prefetch(entry: PageEntry): void;
  /** Forgets a failed load, so that the next one fetches anew. */
  reset(entry: PageEntry, error: LoadError): Promise<void>;
  /** Forgets a plugin: its modules, styles, preloads. */
  release(plugin: SessionPlugin): void;
  /** Loads the texts of those plugins of which some page is open or was, in another language. */
  loadTexts(plugins: readonly SessionPlugin[], language: string): Promise<void>;
}

export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const { modules, files } = parts;
  const opened = new Map<string, ComponentType>();
  const texts = new Set<string>();
  const opening = new Map<string, Promise<ComponentType>>();

  async function addTexts(plugin: SessionPlugin, needed: ReturnType<typeof pageFiles>['locales']) {
    await Promise.all(
      needed.map(async ({ language, file }) => {
        if (texts.has(file.url)) return;
        const loaded = await files.fetchJson(file);
        parts.addTexts(plugin.name, language, loaded);
        texts.add(file.url);
      }),
    );
  }

  async function open(entry: PageEntry): Promise<ComponentType> {
    const needed = pageFiles(entry, parts.languages());
    const shared = parts.sharedFiles(entry.page.shared);
    files.preload([...needed.scripts, ...shared.scripts], 'now');
    const [module] = await Promise.all([
      modules.importModule(pluginModuleName(entry.plugin.name)),
      addTexts(entry.plugin, needed.locales),
      ...[...shared.styles, ...needed.styles].map((style) => files.addStyle(style)),
    ]);
    // The language may have been changed while the page was on its way.
    await addTexts(entry.plugin, pageFiles(entry, parts.languages()).locales);
    const component = await openPage(entry, module);
    opened.set(pageId(entry), component);
    return component;
  }

  async function load(entry: PageEntry): Promise<ComponentType> {
    const { name: plugin, version } = entry.plugin;
    const timeoutMs = parts.timeoutMs ?? LOAD_TIMEOUT_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new LoadError('timeout', { plugin, version })), timeoutMs);
    });
    try {
      return await Promise.race([open(entry), timeout]);
    } catch (cause) {
      throw cause instanceof LoadError ? cause : await explain(entry, cause, parts);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    register: (plugins) => modules.addImportMap(pluginImportMap(plugins)),
    peek: (entry) => opened.get(pageId(entry)) ?? null,
    load(entry) {
      const id = pageId(entry);
      const underWay = opening.get(id);
      if (underWay !== undefined) return underWay;
      const started = load(entry).finally(() => opening.delete(id));
      opening.set(id, started);
      return started;
    },
    prefetch(entry) {
      if (opened.has(pageId(entry))) return;
      const needed = pageFiles(entry, parts.languages());
      files.preload([...needed.scripts, ...parts.sharedFiles(entry.page.shared).scripts], 'idle');
      // A prefetch that fails is silent: opening the page tries again and says what is wrong.
      addTexts(entry.plugin, needed.locales).catch(() => undefined);
    },
    async reset(entry, error) {
      const needed = pageFiles(entry, parts.languages());
      const shared = parts.sharedFiles(entry.page.shared);
      const scripts = [...needed.scripts, ...shared.scripts].map((file) => file.url);
      for (const url of scripts) files.forgetPreload(url);
      // What sits below `/host/` is shared: a second copy of it would be another SDK. Only a file of
      // it that failed itself is forgotten.
      const failed = scripts.filter((url) => url === error.url);
      const own = needed.scripts.map((file) => file.url).reverse();
      modules.forget([...new Set([...failed, ...own])]);
      // An altered or broken file may sit in the HTTP cache as immutable: only this gets past it.
      if (error.url !== null) await files.refetch(error.url).catch(() => undefined);
    },
    release(plugin) {
      for (const page of plugin.pages) opened.delete(pageId({ plugin, page }));
      const urls = plugin.files.map((file) => pluginFileUrl(plugin.name, plugin.version, file));
      for (const url of urls) {
        files.removeStyle(url);
        files.forgetPreload(url);
        texts.delete(url);
      }
      modules.forget(urls.filter((url) => url.endsWith('.js')));
    },
    async loadTexts(plugins, language) {
      await Promise.all(
        plugins.map(async (plugin) => {
          const page = plugin.pages.find((each) => opened.has(pageId({ plugin, page: each })));
          if (page === undefined) return;
          await addTexts(plugin, pageFiles({ plugin, page }, [language]).locales);
        }),
      );
    },
  };
}

function pageId({ plugin, page }: PageEntry): string {
  return `${plugin.name}@${plugin.version}:${plugin.files[plugin.entry] ?? ''}:${page.name}`;
}

/** Finds the file that failed; where all are sound, the code itself threw. */
async function explain(
  entry: PageEntry,
  cause: unknown,
  parts: PageLoaderParts,
): Promise<LoadError> {
  const { name: plugin, version } = entry.plugin;
  const needed = pageFiles(entry, parts.languages());
  const shared = parts.sharedFiles(entry.page.shared);
  const suspects = [
    ...needed.scripts,
    ...needed.styles,
    ...needed.locales.map((locale) => locale.file),
    ...shared.scripts,
    ...shared.styles,
  ];
  const found = await Promise.all(
    suspects.map(async ({ url, integrity }) => ({
      url,
      diagnosis: await diagnoseFile(url, integrity, parts.files),
    })),
  );
  for (const { url, diagnosis } of found) {
    if (diagnosis.kind === 'sound') continue;
    const status = diagnosis.kind === 'http' ? diagnosis.status : null;
    return new LoadError(diagnosis.kind, { plugin, version, url, status, cause });
  }
  return new LoadError(isLoaderRefusal(cause) ? 'network' : 'evaluation', {
    plugin,
    version,
    cause,
  });
}

/** SystemJS's error 3: a script's error event. The file was sound a moment later. */
function isLoaderRefusal(cause: unknown): boolean {
  return cause instanceof Error && /SystemJS Error#3\b/.test(cause.message);
}

/** The files of shared names below `/host/`. */
export function sharedFilesOf(
  shared: Readonly<Record<string, { files: readonly string[]; styles: readonly string[] }>>,
): (names: readonly string[]) => SharedFiles {
  const at = (file: string): NeededFile => ({
    url: `/host/${file}`,
    integrity: integrityOf(file),
  });
  return (names) => {
    const found = names.flatMap((name) => shared[name] ?? []);
    return {
      scripts: found.flatMap((each) => each.files).map(at),
      styles: found.flatMap((each) => each.styles).map(at),
    };
  };
}
