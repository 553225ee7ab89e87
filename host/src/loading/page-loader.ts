import type { SessionPlugin } from '@kituo/sdk/contracts';
import type { ComponentType } from 'react';
import type { PageEntry } from '../registry/page-table.ts';
import { fileUrlOf } from './file-name.ts';
import { findFault } from './find-fault.ts';
import { pluginImportMap, pluginModuleName } from './import-map.ts';
import { LoadError } from './load-error.ts';
import { pageFiles, type NeededFile } from './page-files.ts';
import { openPage } from './plugin-module.ts';
import type { PageLoaderParts, PageLoader } from './page-loader-parts.ts';

/** Page resources that take longer than this have failed, in milliseconds. */
export const LOAD_TIMEOUT_MS = 120_000;

/** A page on its way. */
interface Opening {
  readonly component: Promise<ComponentType>;
  /** The same for who waits for the page: failures say which file is to blame. */
  explained: Promise<ComponentType> | null;
}

export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const { modules, files } = parts;
  const opened = new Map<string, ComponentType>();
  const opening = new Map<string, Opening>();
  const texts = new Set<string>();
  /** How often each version was released: a load that spans a release leaves nothing behind. */
  const releases = new Map<string, number>();

  async function addTexts(
    plugin: SessionPlugin,
    needed: ReturnType<typeof pageFiles>['locales'],
    isWanted: () => boolean = () => true,
  ) {
    await Promise.all(
      needed.map(async ({ language, file }) => {
        if (texts.has(file.url)) return;
        const loaded = await files.fetchJson(file);
        if (!isWanted()) return;
        parts.addTexts(plugin.name, language, loaded);
        texts.add(file.url);
      }),
    );
  }

  /** Offers all texts of the plugin, for what a page asks for and was not found to name. */
  function offerAllTexts({ plugin, page: { texts: own, ...page } }: PageEntry): void {
    if (own === undefined) return;
    const tellDone = () => parts.bringOtherTexts?.(plugin.name, null);
    parts.bringOtherTexts?.(plugin.name, () => {
      const before = releases.get(versionId(plugin));
      const all = pageFiles({ plugin, page }, parts.languages()).locales;
      void addTexts(plugin, all, () => releases.get(versionId(plugin)) === before).then(tellDone, tellDone);
    });
  }

  function scriptsOf({ plugin, page }: PageEntry): readonly NeededFile[] {
    return [...parts.shared.filesOf(page.shared).scripts, ...pageFiles({ plugin, page }, []).scripts];
  }

  async function knowShared({ plugin: { name: plugin, version }, page }: PageEntry): Promise<void> {
    await parts.shared.ready(page.shared).catch(() => {
      throw new LoadError('network', { plugin, version });
    });
  }

  async function open(entry: PageEntry, isWanted: () => boolean): Promise<ComponentType> {
    // Of an isolated plugin nothing is run here: its page is a frame.
    if (entry.plugin.isIsolated) return (await import('../frame/frame-view.tsx')).framedPage(entry);
    await knowShared(entry);
    const needed = pageFiles(entry, parts.languages());
    const { styles } = parts.shared.filesOf(entry.page.shared);
    // All at once, not each when the one before it names it. What fails here fails once more below.
    for (const { url } of scriptsOf(entry)) modules.importModule(url).catch(() => undefined);
    const [module] = await Promise.all([
      modules.importModule(pluginModuleName(entry.plugin.name)),
      addTexts(entry.plugin, needed.locales, isWanted),
      ...[...styles, ...needed.styles].map((style) => files.addStyle(style)),
    ]);
    // The language may have been changed while the page was on its way.
    await addTexts(entry.plugin, pageFiles(entry, parts.languages()).locales, isWanted);
    if (isWanted()) offerAllTexts(entry);
    return openPage(entry, module);
  }

  async function openInTime(entry: PageEntry, isWanted: () => boolean): Promise<ComponentType> {
    const { name: plugin, version } = entry.plugin;
    const timeoutMs = parts.timeoutMs ?? LOAD_TIMEOUT_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new LoadError('timeout', { plugin, version })), timeoutMs);
    });
    try {
      return await Promise.race([open(entry, isWanted), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  function begin(entry: PageEntry): Opening {
    const id = pageId(entry);
    const { plugin } = entry;
    const before = releases.get(versionId(plugin));
    const isWanted = () => releases.get(versionId(plugin)) === before;
    const run = async () => {
      try {
        const component = await openInTime(entry, isWanted);
        if (isWanted()) opened.set(id, component);
        else if (!isInUse(plugin)) release(plugin);
        return component;
      } catch (cause) {
        if (started.explained === null) await forgetFailed(entry);
        throw cause;
      } finally {
        if (opening.get(id) === started) opening.delete(id);
      }
    };
    const started: Opening = { component: Promise.resolve().then(run), explained: null };
    opening.set(id, started);
    return started;
  }

  /** Leaves the modules that came or are on their way: other pages may run on them. */
  async function forgetFailed(entry: PageEntry): Promise<void> {
    const urls = scriptsOf(entry).map(({ url }) => url);
    // A module that failed says so again at once; the others have not said anything a task later.
    const later = new Promise<boolean>((resolve) => setTimeout(resolve, 0, false));
    const hasFailed = await Promise.all(
      urls.map((url) => {
        const known = modules.importModule(url);
        return Promise.race([
          later,
          known.then(
            () => false,
            () => true,
          ),
        ]);
      }),
    );
    modules.forget(urls.filter((_, index) => hasFailed[index]));
  }

  async function explain(entry: PageEntry, cause: unknown): Promise<never> {
    if (cause instanceof LoadError || entry.plugin.isIsolated) throw cause;
    const { styles, locales } = pageFiles(entry, parts.languages());
    const shared = parts.shared.filesOf(entry.page.shared);
    const texts = locales.map((locale) => locale.file);
    const suspects = [...scriptsOf(entry), ...styles, ...texts, ...shared.styles];
    throw await findFault(entry, cause, suspects, files);
  }

  function isInUse(plugin: SessionPlugin): boolean {
    return partsOf(plugin).some((page) => {
      const id = pageId({ plugin, page });
      return opened.has(id) || opening.has(id);
    });
  }

  function release(plugin: SessionPlugin): void {
    releases.set(versionId(plugin), (releases.get(versionId(plugin)) ?? 0) + 1);
    for (const page of partsOf(plugin)) {
      opened.delete(pageId({ plugin, page }));
      opening.delete(pageId({ plugin, page }));
    }
    const urls = plugin.files.map((file) => fileUrlOf(plugin, file));
    for (const url of urls) {
      files.removeStyle(url);
      texts.delete(url);
    }
    modules.forget(urls.filter((url) => url.endsWith('.js')));
  }

  return {
    register(plugins) {
      if (plugins.some(({ isIsolated }) => isIsolated)) parts.expectFrames?.();
      modules.addImportMap(pluginImportMap(plugins.filter(({ isIsolated }) => !isIsolated)));
    },
    peek: (entry) => opened.get(pageId(entry)) ?? null,
    load(entry) {
      const started = opening.get(pageId(entry)) ?? begin(entry);
      started.explained ??= started.component.catch((cause: unknown) => explain(entry, cause));
      return started.explained;
    },
    prefetch(entry) {
      const id = pageId(entry);
      if (opened.has(id) || opening.has(id)) return;
      begin(entry).component.catch(() => undefined);
    },
    async reset(entry, error) {
      const scripts = scriptsOf(entry).map(({ url }) => url);
      // What sits below `/host/` is shared: a second copy of it would be another SDK. Only a file of
      // it that failed itself is forgotten.
      const failed = scripts.filter((url) => url === error.url);
      const own = pageFiles(entry, []).scripts.map((file) => file.url);
      modules.forget([...new Set([...failed, ...own.reverse()])]);
      // An altered or broken file may sit in the HTTP cache as immutable: only this gets past it.
      if (error.url !== null) await files.refetch(error.url).catch(() => undefined);
    },
    release,
    async loadTexts(plugins, language) {
      await Promise.all(
        plugins.map(async (plugin) => {
          // A frame reads its own.
          if (plugin.isIsolated) return;
          const pages = partsOf(plugin).filter((page) => opened.has(pageId({ plugin, page })));
          const needed = pages.flatMap((page) => pageFiles({ plugin, page }, [language]).locales);
          await addTexts(plugin, needed);
          for (const page of pages) offerAllTexts({ plugin, page });
        }),
      );
    },
  };
}

/** What of a plugin can be opened: its pages, and what it puts into slots of others'. */
function partsOf({ pages, fills = [] }: SessionPlugin): PageEntry['page'][] {
  return [...pages, ...fills.map((fill) => ({ ...fill, path: '' }))];
}

function pageId({ plugin, page }: PageEntry): string {
  return `${versionId(plugin)}:${page.name}`;
}

function versionId(plugin: SessionPlugin): string {
  return `${plugin.name}@${plugin.version}:${plugin.files[plugin.entry] ?? ''}`;
}
