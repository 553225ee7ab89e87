import type { callList, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { askGate, type ContactQuestion } from '../contacts/index.ts';

type Past = Omit<ReplyOf<typeof callList.detail>, 'row'>;

/** What the gate says of a number now. */
export async function verdictOf(question: Omit<ContactQuestion, 'at' | 'channel'>, call: Call): Promise<Past['gate']> {
  const answer = await askGate(call.db, { ...question, channel: 'CALL', at: new Date() });
  if (answer.isAllowed) return { isAllowed: true, text: null, nextAllowedAt: null };
  return {
    isAllowed: false,
    text: textOfError(answer.error, call.lang, answer.facts),
    nextAllowedAt: answer.nextAllowedAt?.toISOString() ?? null,
  };
}

/** The newest talks about an entry or an order, or within a task. */
export async function followUpsOf(
  db: Queryable,
  of: { readonly entryId: string } | { readonly orderNo: string } | { readonly taskNo: string },
): Promise<Past['followUps']> {
  const [column, no] =
    'entryId' in of
      ? (['f.entryId', of.entryId] as const)
      : 'orderNo' in of
        ? (['f.orderNo', of.orderNo] as const)
        : (['f.taskNo', of.taskNo] as const);
  const rows = await db
    .selectFrom('callFollowUp as f')
    .innerJoin('appUser as u', 'u.userNo', 'f.userNo')
    .select(['f.followUpId', 'f.at', 'u.realName as userName', 'f.willingness', 'f.content', 'f.nextCallAt'])
    .where(column, '=', no)
    .orderBy('f.followUpId', 'desc')
    .limit(5)
    .execute();
  return rows.map(({ followUpId, at, nextCallAt, ...row }) => ({
    ...row,
    id: String(followUpId),
    at: at.toISOString(),
    nextCallAt: nextCallAt?.toISOString() ?? null,
  }));
}

/** The newest calls to a number for a merchant by this desk's people, with what the exchange told of them. */
export async function callsOf(db: Queryable, phone: string, merchantNo: string): Promise<Past['calls']> {
  const { rows } = await sql<{
    id: string;
    at: Date;
    userName: string;
    outcome: string | null;
    talkSeconds: number | null;
    callChannel: 'BROWSER' | 'EXTENSION';
  }>`select made.attempt_id::text as id, made.at, u.real_name as user_name, told.outcome, told.talk_seconds,
      case when exists (select from call k where k.attempt_id = made.attempt_id) then 'BROWSER' else 'EXTENSION' end
        as call_channel
    from call_made made join app_user u on u.user_no = made.user_no
    left join call_entry e on e.entry_id = made.entry_id
    left join loan_order o on o.order_no = made.order_no left join customer c on c.customer_no = o.customer_no
    left join lateral (select r.outcome, r.talk_seconds from contact_result r where r.attempt_id = made.attempt_id
      order by r.result_id desc limit 1) told on true
    where not made.is_refused and coalesce(e.phone, c.phone) = ${phone}
      and coalesce(e.merchant_no, o.merchant_no) = ${merchantNo}
    order by made.at desc limit 10`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Whose an entry was. */
async function assignmentsOf(db: Queryable, entryId: string): Promise<Past['assignments']> {
  const rows = await db
    .selectFrom('callAssignment as a')
    .leftJoin('appUser as u', 'u.userNo', 'a.userNo')
    .leftJoin('appUser as b', 'b.userNo', 'a.byUserNo')
    .select(['a.assignmentId', 'a.at', 'a.cause', 'a.note', 'u.realName as userName', 'b.realName as byName'])
    .where('a.entryId', '=', entryId)
    .orderBy('a.assignmentId', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ assignmentId, at, ...row }) => ({ ...row, id: String(assignmentId), at: at.toISOString() }));
}

/** What became of an entry so far, and whether it may be called now. */
export async function pastOf(
  question: Omit<ContactQuestion, 'at' | 'channel'> & { readonly entryId: string },
  call: Call,
): Promise<Past> {
  const { entryId, ...asked } = question;
  return {
    gate: await verdictOf(asked, call),
    followUps: await followUpsOf(call.db, { entryId }),
    calls: await callsOf(call.db, asked.phone, asked.merchantNo),
    assignments: await assignmentsOf(call.db, entryId),
  };
}
