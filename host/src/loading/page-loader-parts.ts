import type { SessionPlugin } from '@kituo/sdk/contracts';
import type { ComponentType } from 'react';
import type { PageEntry } from '../registry/page-table.ts';
import type { BrowserFiles } from './browser-files.ts';
import type { LoadError } from './load-error.ts';
import type { ModuleLoader } from './module-loader.ts';
import type { SharedNames } from './shared-names.ts';

export interface PageLoaderParts {
  readonly modules: ModuleLoader;
  readonly files: BrowserFiles;
  /** The person's language first, then those its missing texts fall back to. */
  readonly languages: () => readonly string[];
  /** Takes in the texts of a plugin. */
  readonly addTexts: (plugin: string, language: string, texts: unknown) => void;
  /** Where a page brought its own texts alone: has the plugin's others brought with the first that is missing. */
  readonly bringOtherTexts?: (plugin: string, bring: (() => void) | null) => void;
  /** What host names a page needs beside the packs: `@blueprintjs/table` and its style. */
  readonly shared: Pick<SharedNames, 'filesOf' | 'ready'>;
  readonly timeoutMs?: number;
  /** Some of the plugins are drawn in frames. */
  readonly expectFrames?: () => void;
}

/** Loads pages of plugins: everything a page needs at once, then its module. */
export interface PageLoader {
  /** Makes plugins importable; loaded files of earlier versions are forgotten by `release`. */
  register(plugins: readonly SessionPlugin[]): void;
  /** @throws LoadError */
  load(entry: PageEntry): Promise<ComponentType>;
  /** The component where the page was loaded before, so that it opens without waiting. */
  peek(entry: PageEntry): ComponentType | null;
  /** Loads a page that is likely to be opened. A failure is forgotten: opening it tries again. */
  prefetch(entry: PageEntry): void;
  /** Forgets a failed load, so that the next one fetches again. */
  reset(entry: PageEntry, error: LoadError): Promise<void>;
  /** Forgets a plugin: its modules, styles and texts. */
  release(plugin: SessionPlugin): void;
  /** Loads the texts of those plugins of which some page is open or was, in another language. */
  loadTexts(plugins: readonly SessionPlugin[], language: string): Promise<void>;
}
