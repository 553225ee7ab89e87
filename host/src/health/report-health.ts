import { call } from '@kituo/sdk';
import { pluginOperate, type PluginFact } from '@kituo/sdk/contracts';

/** Resources whose bytes were told already. */
const told = new WeakSet<PerformanceEntry>();

/** What came over the line of a version since it was last asked; 0 for what was in the browser's cache. */
function bytesOf(plugin: string, version: string): number {
  const part = `/plugins/${plugin}/${version}/`;
  let bytes = 0;
  for (const entry of performance.getEntriesByType('resource')) {
    if (told.has(entry) || !entry.name.includes(part)) continue;
    told.add(entry);
    if (entry instanceof PerformanceResourceTiming) bytes += entry.transferSize;
  }
  return bytes;
}

function withBytes(fact: PluginFact): PluginFact {
  if (fact.kind !== 'open' || fact.ms === undefined || fact.bytes !== undefined) return fact;
  return { ...fact, bytes: bytesOf(fact.plugin, fact.version) };
}

/** Tells the server; `refresh` reads the session's registry again where it is spared a version. */
export async function reportHealth(facts: PluginFact[], refresh: () => Promise<void>): Promise<void> {
  if (facts.length === 0) return;
  const options = { showLoading: false, quiet: true };
  const { out } = await call(pluginOperate.report, { facts: facts.map(withBytes) }, options);
  if (out.length > 0) await refresh();
}
