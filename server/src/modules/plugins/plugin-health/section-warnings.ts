import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { newestMove } from '../registry/index.ts';
import {
  publishWarnings,
  resolveSectionWarning,
  sectionSettledAt,
  warnedSections,
  warnOfSection,
  type WarnedSection,
} from '../../platform/warnings/index.ts';
import { figuresOf, isFailing, isWell, type Figures, type Limits } from './figures.ts';

type Parts = Pick<Services, 'registry' | 'events'>;

/**
 * Warns of versions that everybody has and that fail: there is nothing to go back to automatically, people decide.
 * Warnings of versions that do well again, or that nobody gets any more, resolve themselves.
 */
export async function keepSectionWarnings(db: Database, parts: Parts, limits: Limits): Promise<void> {
  const warned = await warnedSections(db);
  const isWarned = ({ plugin, version }: { plugin: string; version: string }) =>
    warned.some((one) => one.plugin === plugin && one.version === version);
  for (const one of await failingStable(db, parts, limits)) {
    if (isWarned(one)) continue;
    // Whoever resolved the last warning knows of what was until then.
    const settledAt = await sectionSettledAt(db, one);
    const figures = settledAt === null ? one : await figuresOf(db, one, settledAt);
    if (!isFailing(figures, limits)) continue;
    const made = await warnOfSection(db, { ...one, ...figures, isRolledBack: false });
    if (made !== null) await publishWarnings(db, parts.events, [made]);
  }
  for (const one of warned) {
    if (!(await isOver(db, parts, limits, one))) continue;
    const resolved = await db.transaction().execute(async (tx) => await resolveSectionWarning(tx, one));
    await publishWarnings(db, parts.events, resolved);
  }
}

async function failingStable(
  db: Database,
  { registry }: Parts,
  limits: Limits,
): Promise<(Figures & { readonly plugin: string; readonly version: string })[]> {
  const found = await db
    .selectFrom('pluginHealthSession')
    .select([
      'plugin',
      'version',
      sql<number>`sum(attempts)::int`.as('attempts'),
      sql<number>`sum(failures)::int`.as('failures'),
      sql<number>`(count(DISTINCT user_no) FILTER (WHERE failures > 0))::int`.as('users'),
    ])
    .where('minute', '>', sql<Date>`now() - interval '1 hour'`)
    .groupBy(['plugin', 'version'])
    .having(sql<boolean>`sum(failures) > 0`)
    .execute();
  const stable = new Set(registry.state().plugins.map(({ name, version }) => `${name} ${version}`));
  return found.filter((one) => stable.has(`${one.plugin} ${one.version}`) && isFailing(one, limits));
}

async function isOver(db: Database, { registry }: Parts, limits: Limits, section: WarnedSection): Promise<boolean> {
  const { plugin, version } = section;
  const entry = registry.state().plugins.find(({ name }) => name === plugin);
  const isOffered = entry?.version === version || entry?.rollout?.version === version;
  if (entry?.enabled && isOffered) return isWell(await figuresOf(db, section, null), limits);
  // A rollout that ended automatically is for a person to look at, until an operator moved the section on.
  const newest = await newestMove(registry.place, plugin);
  return !(newest?.action === 'auto' && newest.before?.rollout?.version === version);
}
