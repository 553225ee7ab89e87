import { SESSION_BREAKER, type PluginFact } from '@kituo/sdk/contracts';
import type { LoadErrorKind } from '../loading/load-error.ts';

/** A version of a section. */
export interface Which {
  readonly name: string;
  readonly version: string;
  /** Of a plugin on trial: what a developer's machine serves says nothing of the version that others have. */
  readonly base?: string | undefined;
}

/** What the tab sees of its sections: told to the server in batches, and what a session is spared by. */
export interface PluginHealth {
  /** A page stands; `ms` is how long the person waited for it, null where it had been loaded before; `bytes` where a frame counted them. */
  opened(which: Which, ms: number | null, bytes?: number): void;
  failed(which: Which, kind: LoadErrorKind | 'render'): void;
  /** Whether it failed too often of late to be opened automatically. */
  isOut(which: Which): boolean;
  /** The person requested it all the same. */
  forgive(which: Which): void;
}

/** Failures are told at once, openings together. Milliseconds. */
const SOON_MS = 500;
const LATER_MS = 20_000;
/** As many as one report takes. */
const MAX = 50;

/** `tell` sends what waits; it lies in a chunk of its own, for no first screen needs it. */
export function createPluginHealth(tell: (facts: PluginFact[]) => Promise<void>): PluginHealth {
  const failures = new Map<string, number[]>();
  let waiting: PluginFact[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;
  const add = (fact: PluginFact, inMs: number): void => {
    waiting = [...waiting.slice(1 - MAX), fact];
    const at = Date.now() + inMs;
    if (at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      due = Infinity;
      // What cannot be told now is not worth keeping: the figures are of many.
      tell(waiting.splice(0)).catch(() => undefined);
    }, inMs);
  };
  return {
    opened({ name, version, base }, ms, bytes) {
      if (base !== undefined) return;
      const fact = { plugin: name, version, kind: 'open' as const };
      const waited = ms !== null && { ms: Math.round(ms) };
      add({ ...fact, ...waited, ...(bytes !== undefined && { bytes }) }, LATER_MS);
    },
    failed(which, kind) {
      if (kind === 'breaker' || which.base !== undefined) return;
      const { name, version } = which;
      add({ plugin: name, version, kind }, SOON_MS);
      // The line says nothing of a version.
      if (kind === 'network') return;
      failures.set(idOf(which), [...recent(failures, which), Date.now()]);
    },
    isOut: (which) => recent(failures, which).length >= SESSION_BREAKER.failures,
    forgive: (which) => void failures.delete(idOf(which)),
  };
}

const idOf = ({ name, version }: Which) => `${name}@${version}`;

function recent(failures: ReadonlyMap<string, readonly number[]>, which: Which): number[] {
  const since = Date.now() - SESSION_BREAKER.withinMs;
  return (failures.get(idOf(which)) ?? []).filter((at) => at > since);
}
