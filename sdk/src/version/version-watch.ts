import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';

/**
 * Where a tab stands with a new version. `asking`: the dialog that cannot be dismissed is open.
 * `waiting`: "Auto refresh" was chosen, a bar counts down. `reloading`: the reload is on its way.
 */
export type VersionState =
  | { readonly step: 'current' }
  | {
      readonly step: 'asking' | 'waiting';
      readonly version: string;
      /** Milliseconds since 1970 at which this and every other tab reloads. */
      readonly deadline: number;
      /** Whole minutes until then, rounded up: 5, 4, 3, 2, 1. */
      readonly minutesLeft: number;
    }
  | { readonly step: 'reloading'; readonly version: string };

/** What the watch needs of its surroundings; tests hand in their own. */
export interface VersionWatchParts {
  /** The version this page was loaded with. */
  readonly knownVersion: string;
  /** Reads the version file; rejects when it cannot be read. */
  readonly fetchVersion: () => Promise<string>;
  /** Keeps drafts, waits for commands in flight, reloads. Called once. */
  readonly reload: () => void;
  readonly now: () => number;
  /** Tells the other tabs. */
  readonly announce: (deadline: SharedDeadline) => void;
  /** What another tab decided earlier. */
  readonly readDeadline: () => SharedDeadline | null;
}

/** The one countdown that all tabs agree on. */
export interface SharedDeadline {
  readonly version: string;
  readonly deadline: number;
}

/** Watches for a new version. Time comes from outside: call `tick` every second or so. */
export interface VersionWatch {
  readonly state$: ReadableValue<VersionState>;
  /** Reads the version file once. Never rejects: an unreadable file leaves the known version standing. */
  poll(): Promise<void>;
  /** Takes a version that somebody else saw: the event stream, a chunk that is gone. */
  detect(version: string): void;
  /** Takes another tab's countdown. */
  follow(shared: SharedDeadline): void;
  /** "Refresh now". */
  refreshNow(): void;
  /** "Auto refresh in 5 minutes": folds the dialog to a bar. */
  refreshLater(): void;
  /** Counts down; reloads at the deadline. */
  tick(): void;
}

/** Milliseconds between two looks at the version file. */
export const VERSION_POLL_MS = 30_000;
/** Milliseconds from a new version's detection to the reload, where that was chosen. */
export const AUTO_REFRESH_MS = 300_000;
const MINUTE_MS = 60_000;

/** Makes the state machine. The host draws it; see `startVersionWatch` for the real surroundings. */
export function createVersionWatch(parts: VersionWatchParts): VersionWatch {
  const state = createValue<VersionState>({ step: 'current' });

  const minutesUntil = (deadline: number): number => Math.max(1, Math.ceil((deadline - parts.now()) / MINUTE_MS));

  function reload(version: string): void {
    if (state.value.step === 'reloading') return;
    state.next({ step: 'reloading', version });
    parts.reload();
  }

  function open(shared: SharedDeadline): void {
    const step = state.value.step === 'waiting' ? 'waiting' : 'asking';
    state.next({ step, ...shared, minutesLeft: minutesUntil(shared.deadline) });
  }

  function detect(version: string): void {
    const present = state.value;
    if (version === parts.knownVersion || present.step === 'reloading') return;
    // A second release during the countdown does not lengthen it.
    if (present.step !== 'current') return;
    const earlier = parts.readDeadline();
    // A deadline of the past belongs to a reload that did happen, for an older version.
    if (earlier?.version === version && earlier.deadline > parts.now()) {
      open(earlier);
      return;
    }
    const shared = { version, deadline: parts.now() + AUTO_REFRESH_MS };
    open(shared);
    parts.announce(shared);
  }

  return {
    state$: state,
    detect,
    async poll() {
      try {
        detect(await parts.fetchVersion());
      } catch (cause) {
        console.warn('Kituo: the version file could not be read', cause);
      }
    },
    follow(shared) {
      const present = state.value;
      if (shared.version === parts.knownVersion || present.step === 'reloading') return;
      // Two tabs that found out at once settle on the earlier deadline.
      if (present.step === 'current' || shared.deadline < present.deadline) open(shared);
    },
    refreshNow() {
      const present = state.value;
      if (present.step === 'asking' || present.step === 'waiting') reload(present.version);
    },
    refreshLater() {
      const present = state.value;
      if (present.step === 'asking') state.next({ ...present, step: 'waiting' });
    },
    tick() {
      const present = state.value;
      if (present.step !== 'asking' && present.step !== 'waiting') return;
      if (parts.now() >= present.deadline) {
        reload(present.version);
        return;
      }
      const minutesLeft = minutesUntil(present.deadline);
      if (minutesLeft !== present.minutesLeft) state.next({ ...present, minutesLeft });
    },
  };
}
