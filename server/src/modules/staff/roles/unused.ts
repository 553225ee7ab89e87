import type { ReplyOf, role } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { allEndpoints } from '../../../http/all-endpoints.ts';
import { readRole } from './read.ts';

const DAYS = 90;

/** Operation code → the names under which its use is tracked. */
function namesByCode(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const { access, name } of allEndpoints()) {
    if (typeof access !== 'object' || !('code' in access)) continue;
    for (const code of access.code) names.set(code, (names.get(code) ?? new Set()).add(name));
  }
  return names;
}

/**
 * What no holder of a role used in the last 90 days: pages that none opened, operations that none carried
 * out. A code that no endpoint asks for yet is not called unused. Throws ROLE_NOT_FOUND.
 */
export async function unusedOf(db: Queryable, roleNo: string): Promise<ReplyOf<typeof role.unused>> {
  const { pages, codes } = await readRole(db, roleNo);
  const { rows } = await sql<{ path: string | null; type: string | null }>`
    SELECT DISTINCT lower(path) AS path, type FROM tracking_event
    WHERE received_at > now() - make_interval(days => ${DAYS})
      AND user_no IN (SELECT user_no FROM user_role WHERE role_no = ${roleNo})`.execute(db);
  const { since } = await db
    .selectFrom('trackingEvent')
    .select((eb) => eb.fn.min('receivedAt').as('since'))
    .executeTakeFirstOrThrow();
  const seen = new Set(rows.map(({ path }) => path));
  const done = new Set(rows.map(({ type }) => type));
  const names = namesByCode();
  const earliest = Date.now() - DAYS * 86_400_000;
  return {
    since: new Date(Math.max(earliest, since?.getTime() ?? Date.now())).toISOString(),
    pages: pages.filter((path) => !seen.has(path)),
    codes: codes.filter((code) => {
      const known = names.get(code);
      return known !== undefined && ![...known].some((name) => done.has(name));
    }),
  };
}
