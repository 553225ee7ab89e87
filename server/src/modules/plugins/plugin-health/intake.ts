import { SESSION_BREAKER, type PluginFact } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { SESSION_HOURS } from '../../platform/access/index.ts';
import type { RegistryService } from '../registry/index.ts';
import { fold, type FoldedFacts } from './fold.ts';
import type { PluginMetrics } from './metrics.ts';

/** Whose console tells. */
export interface Teller {
  readonly sessionId: string;
  readonly userNo: string;
  readonly pages: ReadonlySet<string>;
}

/** One browser in a loop counts as so many failures a minute. */
const MAX_FAILURES_PER_MINUTE = 5;

/**
 * Keeps what a console saw. Facts of sections that the session may not have, or of versions that nobody was
 * offered of late, are left out. Answers how many were kept, and the versions that the session does not get any more.
 */
export async function takeFacts(
  { db, registry, metrics }: { db: Database; registry: RegistryService; metrics: PluginMetrics },
  teller: Teller,
  facts: readonly PluginFact[],
): Promise<{ accepted: number; out: { plugin: string; version: string }[] }> {
  const permitted = registry.state().plugins.filter(({ name }) => registry.isPermitted(name, teller.pages));
  const known = new Set(
    permitted.flatMap(({ name, version, rollout }) => [version, rollout?.version].map((each) => `${name} ${each}`)),
  );
  const late = facts.filter(
    ({ plugin, version }) => !known.has(`${plugin} ${version}`) && permitted.some(({ name }) => name === plugin),
  );
  for (const name of await offeredBefore(db, late)) known.add(name);
  const kept = facts.filter(({ plugin, version }) => known.has(`${plugin} ${version}`));
  if (kept.length === 0) return { accepted: 0, out: [] };
  const folded = fold(kept);
  const out = await db.transaction().execute(async (tx) => {
    await keep(tx, teller, folded);
    const failed = folded.filter(({ failures }) => failures > 0);
    return failed.length === 0 ? [] : await takeOut(tx, teller, failed);
  });
  for (const fact of kept) metrics.count(fact, teller.userNo);
  for (const one of out) metrics.tripped(one, 'session');
  return { accepted: kept.length, out };
}

/**
 * Whoever opened a version keeps it until they leave it, and consoles tell of openings late: versions that were on
 * offer for as long as a session can last count, too. Answers them as `name version`.
 */
async function offeredBefore(db: Database, facts: readonly PluginFact[]): Promise<string[]> {
  if (facts.length === 0) return [];
  const found = await db
    .selectFrom('pluginVersionOffered')
    .select(['plugin', 'pluginVersion'])
    .where('plugin', 'in', [...new Set(facts.map(({ plugin }) => plugin))])
    .where('lastOfferedAt', '>', new Date(Date.now() - (SESSION_HOURS + 1) * 3_600_000))
    .execute();
  return found.map(({ plugin, pluginVersion }) => `${plugin} ${pluginVersion}`);
}

async function keep(tx: Tx, teller: Teller, folded: readonly FoldedFacts[]): Promise<void> {
  const rows = folded.flatMap(({ plugin, version, measures }) =>
    [...measures]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([measure, count]) => ({ plugin, version, measure, count, slot: SLOT })),
  );
  await tx
    .insertInto('pluginHealth')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['slot', 'plugin', 'version', 'measure']).doUpdateSet((eb) => ({
        count: eb('pluginHealth.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute();
  const { sessionId, userNo } = teller;
  await tx
    .insertInto('pluginHealthSession')
    .values(
      folded.map(({ plugin, version, opens, renders, failures }) => ({
        minute: sql<Date>`date_trunc('minute', now())`,
        plugin,
        version,
        sessionId,
        userNo,
        // A page that threw while it was drawn was counted when it opened.
        attempts: opens + Math.min(failures - renders, MAX_FAILURES_PER_MINUTE),
        failures: Math.min(failures, MAX_FAILURES_PER_MINUTE),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['minute', 'plugin', 'version', 'sessionId']).doUpdateSet({
        attempts: sql`plugin_health_session.attempts + excluded.attempts`,
        failures: sql`least(${MAX_FAILURES_PER_MINUTE}, plugin_health_session.failures + excluded.failures)`,
      }),
    )
    .execute();
  await tx
    .insertInto('pluginHealthDay')
    .values(
      folded.map(({ plugin, version }) => ({
        day: sql<string>`(now() AT TIME ZONE 'Africa/Nairobi')::date`,
        plugin,
        version,
        userNo,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const SLOT = sql<Date>`date_bin('5 minutes', now(), '2000-01-01')`;

/** Takes versions out of the session that failed it too often. Answers those that were not out before. */
async function takeOut(
  tx: Tx,
  { sessionId }: Teller,
  failed: readonly FoldedFacts[],
): Promise<{ plugin: string; version: string }[]> {
  const { failures, withinMs } = SESSION_BREAKER;
  const found = await tx
    .selectFrom('pluginHealthSession')
    .select(['plugin', 'version'])
    .where('sessionId', '=', sessionId)
    .where('failures', '>', 0)
    .where('minute', '>', sql<Date>`now() - make_interval(secs => ${withinMs / 1000})`)
    .groupBy(['plugin', 'version'])
    .having((eb) => eb(eb.fn.sum<number>('failures'), '>=', failures))
    .execute();
  const names = new Set(failed.map(({ plugin, version }) => `${plugin}@${version}`));
  const over = found.filter(({ plugin, version }) => names.has(`${plugin}@${version}`));
  const out: { plugin: string; version: string }[] = [];
  for (const one of over) {
    const name = `${one.plugin}@${one.version}`;
    const { numUpdatedRows } = await tx
      .updateTable('session')
      .set({ pluginsOut: sql`array_append(plugins_out, ${name})` })
      .where('sessionId', '=', sessionId)
      .where(sql<boolean>`NOT ${name} = ANY(plugins_out)`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) continue;
    out.push(one);
    await tx
      .insertInto('pluginHealth')
      .values({ ...one, measure: 'out', count: 1, slot: SLOT })
      .onConflict((conflict) =>
        conflict.columns(['slot', 'plugin', 'version', 'measure']).doUpdateSet((eb) => ({
          count: eb('pluginHealth.count', '+', eb.ref('excluded.count')),
        })),
      )
      .execute();
  }
  return out;
}
