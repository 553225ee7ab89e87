import type { PluginFact } from '@kituo/sdk/contracts';

/** Upper ends of the histogram's parts, milliseconds. */
export const LOAD_PARTS_MS = [50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000, 120_000];

/** The part of the histogram that a load belongs to, by its upper end. */
export const partOf = (ms: number): number => LOAD_PARTS_MS.find((upper) => ms <= upper) ?? Math.max(...LOAD_PARTS_MS);

/** What a report adds up to for one version of a section. */
export interface FoldedFacts {
  readonly plugin: string;
  readonly version: string;
  /** Measure → how much is added to it. */
  readonly measures: ReadonlyMap<string, number>;
  readonly opens: number;
  /** Of the failures, those of pages that had been opened. */
  readonly renders: number;
  /** Without those of the line, which say nothing of the version. */
  readonly failures: number;
}

/** Adds facts up by version, in one order everywhere: two reports at once never wait in a circle. */
export function fold(facts: readonly PluginFact[]): FoldedFacts[] {
  const groups = Map.groupBy(facts, ({ plugin, version }) => `${plugin} ${version}`);
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      return first ? [foldGroup(first.plugin, first.version, group)] : [];
    });
}

function foldGroup(plugin: string, version: string, facts: readonly PluginFact[]): FoldedFacts {
  const measures = new Map<string, number>();
  const add = (measure: string, by = 1) => measures.set(measure, (measures.get(measure) ?? 0) + by);
  let renders = 0;
  let failures = 0;
  for (const fact of facts) {
    if (fact.kind === 'open') {
      add('open');
      if (fact.ms !== undefined) add(`ms:${partOf(fact.ms)}`);
      if (fact.bytes) add('bytes', fact.bytes);
      continue;
    }
    add(`fail:${fact.kind}`);
    if (fact.kind === 'network') continue;
    failures += 1;
    if (fact.kind === 'render') renders += 1;
  }
  return { plugin, version, measures, opens: measures.get('open') ?? 0, renders, failures };
}
