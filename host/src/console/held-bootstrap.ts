import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import { diffBootstraps, type BootstrapDiff } from '../registry/bootstrap-diff.ts';
import { pageTable, type PageEntry } from '../registry/page-table.ts';
import type { ConsoleParts } from './console-api.ts';
import { keepVersion } from './kept-version.ts';

type HeldParts = Pick<ConsoleParts, 'fetchBootstrap' | 'applyBootstrap' | 'loader'>;

/** What a reading brought. */
export interface News {
  readonly after: Bootstrap;
  readonly tableBefore: ReadonlyMap<string, PageEntry>;
  readonly diff: BootstrapDiff;
}

/** The bootstrap that the tab goes by, and the newest one where a section that is open keeps its version. */
export class HeldBootstrap {
  readonly #parts: HeldParts;
  readonly #leave: (plugins: readonly SessionPlugin[]) => void;
  #current: Bootstrap | null = null;
  #table: ReadonlyMap<string, PageEntry> = new Map();
  /** Taken in once the section that is open, and keeps its version, is left. */
  #newest: Bootstrap | null = null;

  /** @param leave told of the versions that left the session */
  constructor(parts: HeldParts, leave: (plugins: readonly SessionPlugin[]) => void) {
    this.#parts = parts;
    this.#leave = leave;
  }

  get current(): Bootstrap | null {
    return this.#current;
  }

  /** Lower-cased path → page. */
  get table(): ReadonlyMap<string, PageEntry> {
    return this.#table;
  }

  adopt(bootstrap: Bootstrap): void {
    this.#current = bootstrap;
    this.#newest = null;
    this.#table = pageTable(bootstrap.registry);
    this.#parts.loader.register(bootstrap.registry.plugins);
    this.#parts.applyBootstrap(bootstrap);
  }

  forget(): void {
    this.#current = null;
    this.#table = new Map();
  }

  /**
   * Reads what is so by now and takes it over.
   * @param open the plugin whose version is kept; asked when the answer is there
   * @returns null where nothing changed, or nothing could be read: the next event or poll tries again.
   */
  async refresh(open: () => SessionPlugin | null): Promise<News | null> {
    const before = this.#current;
    const newest = await this.#parts.fetchBootstrap().catch(() => null);
    if (before === null || newest === null || this.#current !== before) return null;
    const after = keepVersion(newest, open());
    const isNews = JSON.stringify(after) !== JSON.stringify(before);
    const tableBefore = this.#table;
    const diff = diffBootstraps(before, after);
    if (isNews) this.#takeOver(after, diff);
    if (after !== newest) this.#newest = newest;
    return isNews ? { after, tableBefore, diff } : null;
  }

  /** @returns false where no newer version waits. */
  takeNewest(): boolean {
    const [before, newest] = [this.#current, this.#newest];
    if (before === null || newest === null) return false;
    this.#takeOver(newest, diffBootstraps(before, newest));
    return true;
  }

  #takeOver(after: Bootstrap, diff: BootstrapDiff): void {
    this.#leave([...diff.pluginsGone, ...diff.pluginsRenewed]);
    this.adopt(after);
  }
}
