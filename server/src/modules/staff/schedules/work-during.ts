import type { ReplyOf, scheduling } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** What was assigned to a person during a shift. */
export async function workDuring(
  db: Queryable,
  { userNo, startsAt, endsAt }: { readonly userNo: string; readonly startsAt: Date; readonly endsAt: Date },
): Promise<ReplyOf<typeof scheduling.log>['work']> {
  const { rows } = await sql<ReplyOf<typeof scheduling.log>['work']>`select
    (select count(*)::int from order_allotment a where a.auditor_user_no = ${userNo}
      and a.allotted_at between ${startsAt} and ${endsAt}) as orders,
    (select count(*)::int from case_assignment a where a.user_no = ${userNo}
      and a.assigned_at between ${startsAt} and ${endsAt}) as cases,
    (select count(*)::int from call_assignment a where a.user_no = ${userNo}
      and a.at between ${startsAt} and ${endsAt}) as list_entries`.execute(db);
  return rows[0] ?? { orders: 0, cases: 0, listEntries: 0 };
}
