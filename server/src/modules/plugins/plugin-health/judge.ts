import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { endRollout, readRegistryFile, newestMove, type RegistryPlace, type Rollout } from '../registry/index.ts';
import { publishWarnings, warnOfSection } from '../../platform/warnings/index.ts';
import { figuresOf, isFailing, type Limits } from './figures.ts';
import { keepSectionWarnings } from './section-warnings.ts';

export async function readLimits(place: RegistryPlace): Promise<Limits> {
  const { limits } = await readRegistryFile(place.file);
  return {
    failedPercent: limits?.failedPercent ?? 20,
    minOpens: limits?.minOpens ?? 20,
    minUsers: limits?.minUsers ?? 3,
  };
}

type Parts = Pick<Services, 'registry' | 'events' | 'pluginMetrics'>;

/**
 * Looks at every version that people have. A rollout that fails too often ends automatically, and a version that
 * everybody has is warned of. Any number of processes may look at once: the first decides and warns, each
 * brings its own file in line. Answers the versions whose rollouts this process ended.
 */
export async function watchPlugins(db: Database, services: Parts): Promise<string[]> {
  const { registry } = services;
  const people = registry.state().plugins.filter(({ enabled }) => enabled);
  if (people.length === 0 || registry.state().fault !== null) return [];
  const limits = await readLimits(registry.place);
  const ended: string[] = [];
  for (const { name, rollout } of people) {
    if (rollout === null) continue;
    const { leftOut, ...audience } = rollout;
    if (leftOut !== null) continue;
    const since = await rolloutSince(registry.place, name, audience);
    const isOver = await judgeRollout(db, services, { plugin: name, version: rollout.version, since, limits });
    if (!isOver) continue;
    if (await endRollout(registry.place, name, rollout.version)) {
      services.pluginMetrics.tripped({ plugin: name, version: rollout.version }, 'rollout');
      ended.push(`${name} ${rollout.version}`);
    }
  }
  await keepSectionWarnings(db, services, limits);
  return ended;
}

/** When the rollout was given its present form: openings before say nothing of it. */
async function rolloutSince(place: RegistryPlace, plugin: string, rollout: Rollout): Promise<Date> {
  const newest = await newestMove(place, plugin);
  if (newest && isDeepStrictEqual(newest.after?.rollout, rollout)) return new Date(newest.at);
  // The file was edited by hand.
  return (await stat(place.file)).mtime;
}

interface Judged {
  readonly plugin: string;
  readonly version: string;
  readonly since: Date;
  readonly limits: Limits;
}

/** Whether the rollout has to end. Decided once, under a lock; whoever decides warns and tells. */
async function judgeRollout(
  db: Database,
  { events }: Pick<Parts, 'events'>,
  { plugin, version, since, limits }: Judged,
): Promise<boolean> {
  const { isOver, warningNo } = await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('kituo plugin trip'))`.execute(tx);
    const trip = await tx
      .selectFrom('pluginTrip')
      .select('trippedAt')
      .where('plugin', '=', plugin)
      .where('version', '=', version)
      .executeTakeFirst();
    // Decided before, and this process's file is not in line yet.
    if (trip && trip.trippedAt >= since) return { isOver: true, warningNo: null };
    const figures = await figuresOf(tx, { plugin, version }, since);
    if (!isFailing(figures, limits)) return { isOver: false, warningNo: null };
    const row = { plugin, version, ...figures, trippedAt: new Date() };
    await tx
      .insertInto('pluginTrip')
      .values(row)
      .onConflict((conflict) => conflict.columns(['plugin', 'version']).doUpdateSet(row))
      .execute();
    await publishEvent(tx, {
      topic: 'plugin.rolledBack',
      subjectType: 'plugin',
      subjectNo: plugin,
      before: { rollout: version },
      after: figures,
    });
    const made = await warnOfSection(tx, { plugin, version, ...figures, isRolledBack: true });
    return { isOver: true, warningNo: made };
  });
  if (warningNo !== null) await publishWarnings(db, events, [warningNo]);
  return isOver;
}

/** Forgets what nobody asks for any more. */
export async function forgetOldHealth(db: Database): Promise<void> {
  await sql`DELETE FROM plugin_health WHERE slot < now() - interval '8 days'`.execute(db);
  await sql`DELETE FROM plugin_health_session WHERE minute < now() - interval '3 hours'`.execute(db);
  await sql`DELETE FROM plugin_health_day WHERE day < now()::date - 31`.execute(db);
}
