import { addTexts, hasTexts, session$, setFills, textOf, type Fill } from '@kituo/sdk';
import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import type { FrameTexts } from '../frame/frame-init.ts';
import type { PluginHealth } from '../health/plugin-health.ts';
import { pluginFileUrl } from '../loading/file-name.ts';
import type { PageLoader } from '../loading/page-loader-parts.ts';
import { hasFiles, type PageEntry } from '../registry/page-table.ts';
import { FillView } from './fill-view.tsx';

export interface SlotParts {
  readonly loader: PageLoader;
  readonly bootstrap: Pick<Bootstrap, 'registry'>;
  /** Reads the files of plugins that the document named none of. */
  readonly complete: () => Promise<void>;
  readonly health: PluginHealth;
}

type PluginFill = NonNullable<SessionPlugin['fills']>[number];

/** Of an isolated plugin no file lies at the console's own addresses: its texts come with a ticket. */
async function readOwnTexts(plugin: SessionPlugin, language: string): Promise<readonly FrameTexts[]> {
  if (plugin.isIsolated) {
    const { prepareFrame } = await import('../frame/prepare-frame.ts');
    return await prepareFrame(plugin).then(
      ({ texts }) => texts,
      () => [],
    );
  }
  const { readFrameTexts } = await import('../frame/frame-texts.ts');
  return await readFrameTexts(plugin, language, Promise.resolve(pluginFileUrl(plugin.name, plugin.version, '')));
}

/** Offers what this session's plugins put into slots. Nothing of a part is loaded before it is drawn. */
export function fillSlots({ loader, bootstrap, complete, health }: SlotParts): void {
  const { plugins } = bootstrap.registry;
  const asked = new Set<string>();

  /** Titles stand in a plugin's own texts: read when a slot that it fills is drawn. */
  function readTexts(plugin: SessionPlugin): void {
    const { language } = session$.value;
    const id = `${plugin.name} ${language}`;
    if (asked.has(id) || hasTexts(plugin.name, language) || !hasFiles({ plugin })) return;
    asked.add(id);
    void readOwnTexts(plugin, language).then((read) => {
      for (const { namespace, language: code, texts } of read) addTexts(namespace, code, texts);
      setFills((slot) => fillsOf(slot));
    });
  }

  /** The same one each time: with another, a part would be loaded again whenever its page is drawn. */
  const entries = new Map<PluginFill, PageEntry>();
  function entryOf(plugin: SessionPlugin, fill: PluginFill): PageEntry {
    const known = entries.get(fill);
    if (known !== undefined) return known;
    const { slot: _, ...page } = fill;
    const entry = { plugin, page: { ...page, path: '' } };
    entries.set(fill, entry);
    return entry;
  }

  const fillOf = (plugin: SessionPlugin, fill: PluginFill): Fill => ({
    id: `${plugin.name}.${fill.name}`,
    get title() {
      return hasTexts(plugin.name, session$.value.language) || hasTexts(plugin.name, 'en')
        ? textOf(plugin.name, fill.titleKey)
        : '…';
    },
    draw: (props) => (
      <FillView
        key={`${plugin.name}@${plugin.version}.${fill.name}`}
        loader={loader}
        health={health}
        entry={entryOf(plugin, fill)}
        given={props}
      />
    ),
  });

  const fillsOf = (slot: string): readonly Fill[] =>
    plugins.flatMap((plugin) => {
      const fills = (plugin.fills ?? []).filter((fill) => fill.slot === slot);
      if (fills.length === 0) return [];
      // The next bootstrap has the files, and fills the slots again.
      if (!hasFiles({ plugin })) {
        void complete();
        return [];
      }
      readTexts(plugin);
      return fills.map((fill) => fillOf(plugin, fill));
    });

  setFills((slot) => fillsOf(slot));
}
