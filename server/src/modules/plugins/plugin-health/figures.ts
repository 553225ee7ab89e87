import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** When a version counts as failing; `limits` of the registry file says otherwise. */
export interface Limits {
  readonly failedPercent: number;
  readonly minOpens: number;
  readonly minUsers: number;
}

/** How a version did; failures of the line are not among them. */
export interface Figures {
  readonly attempts: number;
  readonly failures: number;
  /** Distinct people for whom it failed. */
  readonly users: number;
}

interface VersionOfPlugin {
  readonly plugin: string;
  readonly version: string;
}

export function isFailing({ attempts, failures, users }: Figures, limits: Limits): boolean {
  return attempts >= limits.minOpens && users >= limits.minUsers && failures * 100 > limits.failedPercent * attempts;
}

/** Well again: opened often enough, with half the failures that are let pass. Between the two nothing is said. */
export function isWell({ attempts, failures }: Figures, limits: Limits): boolean {
  return attempts >= limits.minOpens && failures * 200 <= limits.failedPercent * attempts;
}

/** Of the last hour, or where `since` is later, from then on. */
export async function figuresOf(
  db: Queryable,
  { plugin, version }: VersionOfPlugin,
  since: Date | null,
): Promise<Figures> {
  return await db
    .selectFrom('pluginHealthSession')
    .select([
      sql<number>`coalesce(sum(attempts), 0)::int`.as('attempts'),
      sql<number>`coalesce(sum(failures), 0)::int`.as('failures'),
      sql<number>`(count(DISTINCT user_no) FILTER (WHERE failures > 0))::int`.as('users'),
    ])
    .where('plugin', '=', plugin)
    .where('version', '=', version)
    .where('minute', '>=', sql<Date>`greatest(date_trunc('minute', ${since}::timestamptz), now() - interval '1 hour')`)
    .executeTakeFirstOrThrow();
}
