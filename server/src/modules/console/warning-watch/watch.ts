import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { publishWarnings, raiseWarning, autoResolve } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';
import { lowDisk, roomIn } from './disk-cause.ts';
import { deadHotlines } from './hotline-causes.ts';
import { expiringKeys } from './key-causes.ts';
import { fundsBelowLimits, reachedLimits } from './limit-causes.ts';
import { unroutedOrders } from './route-causes.ts';
import { refusedCallbacks } from './callback-causes.ts';
import { codeBursts } from './code-causes.ts';
import { failingWebhooks } from './webhook-causes.ts';
import { driftedScores } from './model-causes.ts';
import { lowBalances, unknownPayouts, unmatchedFlows } from './money-causes.ts';
import { lateRobotReports } from './robot-causes.ts';
import { silentReceivers } from './silence-causes.ts';
import { differingReports } from './report-causes.ts';
import { endingLeases, lateEndOfDay, missingPeople, partlyFailedJobs } from './work-causes.ts';

const SOURCES: readonly WatchedSource[] = [
  unknownPayouts,
  lowBalances,
  unmatchedFlows,
  refusedCallbacks,
  reachedLimits,
  unroutedOrders,
  fundsBelowLimits,
  endingLeases,
  lateEndOfDay,
  differingReports,
  missingPeople,
  partlyFailedJobs,
  expiringKeys,
  driftedScores,
  failingWebhooks,
  codeBursts,
  silentReceivers,
  deadHotlines,
  lateRobotReports,
];

/**
 * Looks at what may need a person: raises a warning for each cause that has none, brings the figures of those
 * that stand up to date, and lets those resolve themselves whose cause is gone. Of several processes one looks.
 */
export async function watchWarnings(
  db: Database,
  { events, settings }: Pick<Services, 'events' | 'settings'>,
  now: Date = new Date(),
  room: () => Promise<number | null> = () => roomIn(settings.dataDir),
): Promise<void> {
  const changed: string[] = [];
  const faults: unknown[] = [];
  for (const source of [...SOURCES, lowDisk(room)]) {
    try {
      changed.push(...(await db.transaction().execute((tx) => look(tx, source, now))));
    } catch (error) {
      // A source that cannot be read leaves the others alone.
      faults.push(error);
    }
  }
  if (changed.length > 0) await publishWarnings(db, events, changed);
  if (faults.length > 0) throw new AggregateError(faults, 'not every cause of warnings could be read');
}

interface Standing {
  readonly warningNo: string;
  readonly sourceKey: string;
  readonly subject: string;
}

async function look(tx: Tx, source: WatchedSource, now: Date): Promise<string[]> {
  const { rows } = await sql<{ isMine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`kituo warnings ${source.sourceType}`}, 0)) AS is_mine`.execute(
    tx,
  );
  if (!rows[0]?.isMine) return [];
  const causes = new Map((await source.find(tx, now)).map((cause) => [source.prefix + cause.key, cause]));
  const standing = await standingOf(tx, source);
  const changed: string[] = [];
  for (const each of standing) {
    const cause = causes.get(each.sourceKey);
    causes.delete(each.sourceKey);
    if (cause === undefined) changed.push(...(await resolve(tx, source, each)));
    else if (cause.subject !== each.subject) changed.push(await bringUpToDate(tx, each, cause));
  }
  const quiet = await resolvedByHand(tx, source, [...causes.keys()], now);
  for (const [sourceKey, { key: _key, ...cause }] of causes) {
    if (quiet.has(sourceKey)) continue;
    const { sourceType } = source;
    const made = await raiseWarning(tx, { ...cause, sourceType, sourceKey, raisedAt: now });
    if (made !== null) changed.push(made);
  }
  return changed;
}

async function standingOf(tx: Tx, { sourceType, prefix }: WatchedSource): Promise<Standing[]> {
  const rows = await tx
    .selectFrom('warning')
    .select(['warningNo', 'sourceKey', 'subject'])
    .where('sourceType', '=', sourceType)
    .where('warningStatus', '!=', sql.lit('RESOLVED'))
    .where('sourceKey', 'is not', null)
    .where(sql<boolean>`starts_with(source_key, ${prefix})`)
    .execute();
  return rows.flatMap(({ sourceKey, ...row }) => (sourceKey === null ? [] : [{ ...row, sourceKey }]));
}

async function resolve(tx: Tx, { sourceType }: WatchedSource, { sourceKey }: Standing) {
  return await autoResolve(tx, { sourceType, sourceKey }, null);
}

/** What stands says how it is now; whoever has it in hand goes on, so its version stays. */
async function bringUpToDate(tx: Tx, { warningNo }: Standing, cause: Cause): Promise<string> {
  const { subject, subjectZh, amountCents, warningLevel } = cause;
  await tx
    .updateTable('warning')
    .set({ subject, subjectZh, amountCents, warningLevel })
    .where('warningNo', '=', warningNo)
    .execute();
  return warningNo;
}

/** Causes that somebody looked at and closed a while ago: they know. */
async function resolvedByHand(
  tx: Tx,
  { sourceType, quietHours }: WatchedSource,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx
    .selectFrom('warning')
    .select('sourceKey')
    .where('sourceType', '=', sourceType)
    .where(sql<boolean>`source_key = ANY(${keys})`)
    .where('warningStatus', '=', 'RESOLVED')
    .where('isSelfResolved', '=', false)
    .where('resolvedAt', '>', new Date(now.getTime() - quietHours * 3_600_000))
    .execute();
  return new Set(rows.flatMap(({ sourceKey }) => sourceKey ?? []));
}
