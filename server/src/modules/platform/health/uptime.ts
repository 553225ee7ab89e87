import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';

/** A break that is shorter is a restart. */
const BREAK_MINUTES = 5;
const KEPT_DAYS = 400;

interface SystemUpTable {
  beganAt: Date;
  lastAt: Date;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    systemUp: SystemUpTable;
  }
}

/** Notes that the system is up: it goes on, or begins anew after a break. Called often, by each process. */
export async function noteUp(db: Database, now: Date): Promise<void> {
  await sql`WITH gone AS (DELETE FROM system_up WHERE last_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})),
    going AS (UPDATE system_up SET last_at = greatest(last_at, ${now})
      WHERE last_at >= ${now}::timestamptz - make_interval(mins => ${BREAK_MINUTES}) RETURNING began_at)
    INSERT INTO system_up (began_at, last_at) SELECT ${now}, ${now} WHERE NOT EXISTS (SELECT FROM going)
    ON CONFLICT DO NOTHING`.execute(db);
}

export interface Outage {
  readonly from: Date;
  readonly to: Date;
}

/** When the system was down between two moments. */
export async function outagesBetween(db: Queryable, from: Date, to: Date): Promise<readonly Outage[]> {
  const { rows } = await sql<Outage>`
    SELECT u.last_at AS "from", u.again_at AS "to"
    FROM (SELECT last_at, lead(began_at) OVER (ORDER BY began_at) AS again_at FROM system_up) u
    WHERE u.again_at > ${from} AND u.last_at < ${to} ORDER BY u.last_at`.execute(db);
  return rows;
}
