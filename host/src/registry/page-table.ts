import type { SessionPlugin, SessionRegistry } from '@kituo/sdk/contracts';
import { pathKey } from '../routing/routes.ts';

export type PluginPage = SessionPlugin['pages'][number];

/** A page as the host finds it by its address. */
export interface PageEntry {
  readonly plugin: SessionPlugin;
  readonly page: PluginPage;
}

/** False where the document named no files of the plugin: its pages cannot be loaded yet. */
export function hasFiles({ plugin }: Pick<PageEntry, 'plugin'>): boolean {
  return plugin.files.length > 0;
}

/** Lower-cased path → page. The first plugin to offer a path keeps it. */
export function pageTable(registry: SessionRegistry): ReadonlyMap<string, PageEntry> {
  const table = new Map<string, PageEntry>();
  for (const plugin of registry.plugins) {
    for (const page of plugin.pages) {
      const key = pathKey(page.path);
      if (!table.has(key)) table.set(key, { plugin, page });
    }
  }
  return table;
}
