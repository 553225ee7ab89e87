import type { Bootstrap, PluginFailureKind, SessionPlugin } from '@kituo/sdk/contracts';
import type { PluginHealth } from '../health/plugin-health.ts';
import type { LoadError } from '../loading/load-error.ts';
import type { PageLoader } from '../loading/page-loader-parts.ts';
import type { PageEntry } from '../registry/page-table.ts';
import type { ConsoleHistory, Place } from '../routing/history.ts';
import type { ConsoleNotice, ConsoleState, SignInReason } from './console-state.ts';

export interface ConsoleParts {
  readonly history: ConsoleHistory;
  readonly loader: PageLoader;
  /** The tab's token and person, as the SDK's session keeps them. */
  readonly token: () => string | null;
  readonly fullPaths: () => ReadonlySet<string>;
  readonly fetchBootstrap: () => Promise<Bootstrap>;
  readonly applyBootstrap: (bootstrap: Bootstrap) => void;
  readonly notify: (notice: ConsoleNotice) => void;
  /** Asks about a half-filled form before its page is torn down; true when it may go. */
  readonly mayTearDown: (entry: PageEntry) => Promise<boolean>;
  /** Forgets what was read in a session that is over, once nothing of it is drawn any more. */
  readonly forgetSession: () => void;
  /** Releases everything a plugin took through the SDK. */
  readonly releaseScope: (plugin: string) => void;
  /** A page's resources did not come. */
  readonly loadFailed: (error: LoadError) => void;
  /** What is seen of sections, and which of them failed too often. */
  readonly health: PluginHealth;
  readonly routeChanged: (place: Place, from: Place | null) => void;
}

/** The console of one tab: which page is shown to whom, and what happens when that changes. */
export interface Console {
  readonly state: ConsoleState;
  subscribe(listener: () => void): () => void;
  /** Opens the console; the bootstrap spares a request when the document carried it. */
  start(inlined: Bootstrap | null): Promise<void>;
  /** After a sign-in: reads the bootstrap and opens the page that was requested. */
  signedIn(): Promise<void>;
  /** The session is over; the page comes back when the same person signs in again. */
  sessionEnded(reason: SignInReason, userNo: string | null): void;
  /** This sign-out is the person's own requested: the next sign-in begins at Home. */
  forgetPlace(): void;
  /** Told by the view after it drew a state: only then is what the state left behind released. */
  drawn(state: ConsoleState): void;
  /** Reads the bootstrap again and applies what changed. Overlapping calls run once more, not twice. */
  refresh(): Promise<void>;
  /** Reads the plugins' files that the document did not name, if there are any. Never rejects. */
  complete(): Promise<void>;
  retry(): Promise<void>;
  /** Told by the view when a page threw while it was drawn: another version takes its place at once. */
  pageThrew(entry: PageEntry): void;
  /** Told when a section failed in a frame of its own, which draws that automatically. */
  frameFailed(plugin: SessionPlugin, kind: PluginFailureKind): void;
  /** Told when a section is in a frame of its own; milliseconds waited for it, bytes over the line. */
  frameDrawn(plugin: SessionPlugin, ms: number, bytes: number): void;
  navigate(to: string): void;
  prefetch(path: string): void;
  entryAt(path: string): PageEntry | null;
}
