import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';

/** How long one principal has before the next is asked. */
const WAITS_MS = 86_400_000;

/** Principals above one another are few; a circle of them ends the search. */
const MAX_STEPS = 10;

/**
 * The next principal above somebody who may decide applications of the merchant: not the applicant, not frozen, and with
 * the right to. Null where there is none: then it awaits everybody who may.
 */
export async function principalAbove(
  db: Queryable,
  { userNo, merchantNo, applicantUserNo }: Record<'userNo' | 'merchantNo' | 'applicantUserNo', string>,
): Promise<string | null> {
  const { rows } = await sql<{ userNo: string }>`
    with recursive above as (
      select p.principal_user_no as user_no, 1 as step, array[p.user_no] as passed
      from personnel p where p.personnel_kind = 'TELEMARKETER' and p.user_no = ${userNo}
      union all
      select p.principal_user_no, a.step + 1, a.passed || a.user_no
      from above a join personnel p on p.personnel_kind = 'TELEMARKETER' and p.user_no = a.user_no
      where a.step < ${MAX_STEPS} and a.user_no <> all(a.passed))
    select a.user_no from above a join app_user u on u.user_no = a.user_no
    where u.user_status = 'NORMAL' and a.user_no <> ${applicantUserNo} and a.user_no <> all(a.passed)
      and exists (select from user_merchant m where m.user_no = a.user_no and m.merchant_no = ${merchantNo})
      and exists (select from user_role r join role_code c on c.role_no = r.role_no
        where r.user_no = a.user_no and c.code = 'telemarketing:followApproval:approve')
    order by a.step limit 1`.execute(db);
  return rows[0]?.userNo ?? null;
}

/** Applications that a principal left undecided for a day go to the next one. Answers how many. */
export async function passOnApplications(
  { db, log }: { readonly db: Database; readonly log: Logger },
  now: Date,
): Promise<number> {
  const late = new Date(now.getTime() - WAITS_MS);
  const due = await db
    .selectFrom('followApplication')
    .select('applyNo')
    .where('approvalStatus', '=', 'PENDING')
    .where('awaitsUserNo', 'is not', null)
    .where('awaitsSince', '<=', late)
    .orderBy('applyNo')
    .limit(500)
    .execute();
  let passed = 0;
  for (const { applyNo } of due) passed += await passOn(db, applyNo, late, now);
  if (passed > 0) log.info({ passed }, 'applications to follow customers go to the next principal');
  return passed;
}

async function passOn(db: Database, applyNo: string, late: Date, now: Date): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const one = await tx
      .selectFrom('followApplication')
      .select(['awaitsUserNo', 'merchantNo', 'applicantUserNo'])
      .where('applyNo', '=', applyNo)
      .where('approvalStatus', '=', 'PENDING')
      .where('awaitsSince', '<=', late)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!one || one.awaitsUserNo === null) return 0;
    const { merchantNo, applicantUserNo, awaitsUserNo: userNo } = one;
    const next = await principalAbove(tx, { userNo, merchantNo, applicantUserNo });
    await tx
      .updateTable('followApplication')
      .set((eb) => ({ awaitsUserNo: next, awaitsSince: now, version: eb('version', '+', 1) }))
      .where('applyNo', '=', applyNo)
      .execute();
    await publishEvent(tx, {
      topic: 'followApproval.passedOn',
      subjectType: 'followApplication',
      subjectNo: applyNo,
      merchantNo,
      before: { awaitsUserNo: userNo },
      after: { awaitsUserNo: next },
    });
    return 1;
  });
}
