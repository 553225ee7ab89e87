import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import type { Place } from '../routing/history.ts';
import type { ConsoleParts } from './console-api.ts';
import type { ConsoleState, ContentView } from './console-state.ts';
import { LeavingPlugins } from './leaving-plugins.ts';

/** What of the console's surroundings a change of what is shown touches. */
type ViewParts = Pick<ConsoleParts, 'loader' | 'releaseScope' | 'routeChanged'>;

/** What the tab shows, and what it lets go of once it shows something else. */
export class ConsoleView {
  state: ConsoleState = { phase: 'starting' };
  readonly #parts: ViewParts;
  readonly #listeners = new Set<() => void>();
  readonly #leaving = new LeavingPlugins();
  #lastPlace: Place | null = null;
  #whenDrawn: (() => void)[] = [];

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get content(): ContentView | null {
    return this.state.phase === 'open' ? this.state.content : null;
  }

  set(state: ConsoleState): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Runs a task once what is shown now has been drawn. */
  afterDrawn(task: () => void): void {
    this.#whenDrawn.push(task);
  }

  drawn(state: ConsoleState): void {
    if (state !== this.state) return;
    for (const task of this.#whenDrawn.splice(0)) task();
  }

  /** What stands stays while another page is on its way, but for a failure. */
  setPending(bootstrap: Bootstrap, place: Place): void {
    const shown = this.content;
    const content: ContentView = shown !== null && shown.kind !== 'failed' ? shown : { kind: 'opening', place };
    this.set({ phase: 'open', bootstrap, content, pending: place.pathname });
  }

  show(bootstrap: Bootstrap, place: Place, content: ContentView): void {
    this.set({ phase: 'open', bootstrap, content, pending: null });
    this.tellRoute(place);
    this.releaseLeaving();
  }

  tellRoute(place: Place): void {
    if (this.#lastPlace !== null && this.#lastPlace.key === place.key) return;
    this.#parts.routeChanged(place, this.#lastPlace);
    this.#lastPlace = place;
  }

  /** These versions left the session; each is released when nothing of it is shown any more. */
  leave(plugins: readonly SessionPlugin[]): void {
    this.#leaving.add(plugins);
  }

  /** A new version takes the plugin's name over: nothing of the old one may outlive its opening. */
  async releaseEarlierVersions(plugin: SessionPlugin, bootstrap: Bootstrap, place: Place): Promise<void> {
    const earlier = this.#leaving.versionsOf(plugin.name);
    if (earlier.length === 0) return;
    const content: ContentView = { kind: 'opening', place };
    this.set({ phase: 'open', bootstrap, content, pending: place.pathname });
    await new Promise<void>((resolve) => this.afterDrawn(resolve));
    for (const each of earlier) this.#releaseLeft(each);
  }

  releaseLeaving(): void {
    if (!this.#leaving.isEmpty) this.afterDrawn(() => this.#releaseUnshown());
  }

  release(plugin: SessionPlugin): void {
    this.#parts.releaseScope(plugin.name);
    this.#parts.loader.release(plugin);
  }

  #releaseUnshown(): void {
    const shown = this.content?.kind === 'page' ? this.content.entry.plugin : null;
    for (const plugin of this.#leaving.allBut(shown)) this.#releaseLeft(plugin);
  }

  #releaseLeft(plugin: SessionPlugin): void {
    this.#leaving.remove(plugin);
    this.release(plugin);
  }
}
