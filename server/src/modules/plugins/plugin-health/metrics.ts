import type { PluginFact } from '@kituo/sdk/contracts';
import { Counter, Gauge, Histogram, type Metric } from 'prom-client';
import { LOAD_PARTS_MS } from './fold.ts';

declare module '../../../services.ts' {
  interface Services {
    /** Counts how sections load and fail. */
    readonly pluginMetrics: PluginMetrics;
  }
}

/** What Prometheus reads of sections, by name and version: what this process was told. */
export interface PluginMetrics {
  readonly all: readonly Metric[];
  count(fact: PluginFact, userNo: string): void;
  /** A version was taken out of a session, or a rollout of it ended automatically. */
  tripped(which: { plugin: string; version: string }, what: 'session' | 'rollout'): void;
}

/** People are those of so long. Milliseconds. */
const USERS_OF_MS = 3_600_000;

type Version = Readonly<Record<'plugin' | 'version', string>>;

/** Who opened which version when, until it is too long ago. */
function createUsers() {
  const seen = new Map<string, { readonly of: Version; readonly people: Map<string, number> }>();
  return {
    note(of: Version, userNo: string, now = Date.now()): void {
      const id = `${of.plugin}@${of.version}`;
      const known = seen.get(id) ?? { of, people: new Map<string, number>() };
      seen.set(id, known);
      known.people.set(userNo, now);
    },
    counts(now = Date.now()): { readonly of: Version; readonly users: number }[] {
      return [...seen].map(([id, { of, people }]) => {
        for (const [userNo, at] of people) if (at < now - USERS_OF_MS) people.delete(userNo);
        if (people.size === 0) seen.delete(id);
        return { of, users: people.size };
      });
    },
  };
}

export function createPluginMetrics(): PluginMetrics {
  const labelNames = ['plugin', 'version'] as const;
  const opens = new Counter({
    name: 'kituo_plugin_opens_total',
    help: 'Pages of sections that were opened',
    labelNames,
    registers: [],
  });
  const failures = new Counter({
    name: 'kituo_plugin_failures_total',
    help: 'Pages of sections that did not show, by reason',
    labelNames: [...labelNames, 'kind'],
    registers: [],
  });
  const bytes = new Counter({
    name: 'kituo_plugin_bytes_total',
    help: 'Bytes that came over the line for sections',
    labelNames,
    registers: [],
  });
  const seconds = new Histogram({
    name: 'kituo_plugin_load_seconds',
    help: 'How long people waited for a page of a section',
    labelNames,
    buckets: LOAD_PARTS_MS.map((ms) => ms / 1000),
    registers: [],
  });
  const trips = new Counter({
    name: 'kituo_plugin_breaker_total',
    help: 'Versions taken out of a session, and rollouts that ended automatically',
    labelNames: [...labelNames, 'what'],
    registers: [],
  });
  const seen = createUsers();
  const users = new Gauge({
    name: 'kituo_plugin_users',
    help: 'People who opened, or failed to open, a page within the hour, as this process was told',
    labelNames,
    registers: [],
    collect() {
      this.reset();
      for (const { of, users: count } of seen.counts()) this.set(of, count);
    },
  });
  return {
    all: [opens, failures, bytes, seconds, trips, users],
    count(fact, userNo) {
      const labels = { plugin: fact.plugin, version: fact.version };
      seen.note(labels, userNo);
      if (fact.kind !== 'open') return failures.inc({ ...labels, kind: fact.kind });
      opens.inc(labels);
      if (fact.bytes) bytes.inc(labels, fact.bytes);
      if (fact.ms !== undefined) seconds.observe(labels, fact.ms / 1000);
    },
    tripped: ({ plugin, version }, what) => trips.inc({ plugin, version, what }),
  };
}
