import type { PluginFact } from '@kituo/sdk/contracts';
import { Counter, Histogram, type Metric } from 'prom-client';
import { LOAD_PARTS_MS } from './fold.ts';

/** What Prometheus reads of sections, by name and version: what this process was told. */
export interface PluginMetrics {
  readonly all: readonly Metric[];
  count(fact: PluginFact): void;
  /** A version was taken out of a session, or a rollout of it ended by itself. */
  tripped(which: { plugin: string; version: string }, what: 'session' | 'rollout'): void;
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
    help: 'Versions taken out of a session, and rollouts that ended by themselves',
    labelNames: [...labelNames, 'what'],
    registers: [],
  });
  return {
    all: [opens, failures, bytes, seconds, trips],
    count(fact) {
      const labels = { plugin: fact.plugin, version: fact.version };
      if (fact.kind !== 'open') return failures.inc({ ...labels, kind: fact.kind });
      opens.inc(labels);
      if (fact.bytes) bytes.inc(labels, fact.bytes);
      if (fact.ms !== undefined) seconds.observe(labels, fact.ms / 1000);
    },
    tripped: ({ plugin, version }, what) => trips.inc({ plugin, version, what }),
  };
}
