import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { incomingQuestion, type TelephonyAdapter } from '../../platform/gateways/index.ts';
import { newCallNo } from './place.ts';
import type { CallRecord } from './store.ts';

/** Which browser is to ring, by our number of the call; null where nobody takes calls, or the number is not ours. */
interface IncomingAnswer {
  readonly callNo: string | null;
  readonly user: string | null;
}

const NOBODY: IncomingAnswer = { callNo: null, user: null };

interface Caller {
  readonly merchantNo: string;
  readonly customerNo: string | null;
}

/** The newest customer with the number among those of the merchants that answer the hotline. */
async function callerOf(tx: Tx, from: string, hotline: string): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    select h.merchant_no, c.customer_no
    from hotline h left join customer c on c.merchant_no = h.merchant_no and c.phone = ${from}
    where h.contact_type = 'PHONE' and h.is_enabled and h.contact_value = ${hotline}
    order by c.customer_no desc nulls last, h.merchant_no limit 1`.execute(tx);
  return rows[0] ?? null;
}

interface Agent {
  readonly userNo: string;
  readonly sessionId: string;
}

/**
 * Who takes calls for the merchant, is on none, and has waited longest. Calls look one after the other, or two would find
 * one person free.
 */
async function freeAgent(tx: Tx, merchantNo: string): Promise<Agent | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('agents who take calls', 0))`.execute(tx);
  const { rows } = await sql<Agent>`
    select l.user_no, l.session_id
    from telephone_line l join session s on s.session_id = l.session_id
      join app_user u on u.user_no = l.user_no
    where l.takes_calls and l.expires_at > now() and s.ended_at is null and s.expires_at > now()
      and u.user_status = 'NORMAL'
      and exists (select from user_merchant m where m.user_no = l.user_no and m.merchant_no = ${merchantNo})
      and exists (select from user_role r join role_code c on c.role_no = r.role_no
        where r.user_no = l.user_no and c.code = 'customerService:callRecord:save')
      and not exists (select from call o where o.user_no = l.user_no and o.ended_at is null)
    order by (select max(o.started_at) from call o where o.user_no = l.user_no) nulls first, l.user_no
    limit 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Takes a call that comes in: finds whose it is and who answers it, so that their browser rings by a number that says
 * nothing of the caller. Asked twice about one call, the answer is the same.
 */
export async function takeIncoming(
  { db, telephony }: { readonly db: Database; readonly telephony: TelephonyAdapter | null },
  fields: unknown,
): Promise<IncomingAnswer> {
  const asked = incomingQuestion.safeParse(fields);
  if (!asked.success || !telephony) return NOBODY;
  const { callId, from, to } = asked.data;
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`edge call ${callId}`}, 0))`.execute(tx);
    const known = await tx.selectFrom('call').selectAll().where('edgeCallId', '=', callId).executeTakeFirst();
    if (known) return answerOf(known, telephony);
    const whose = await callerOf(tx, from, to);
    if (!whose) return NOBODY;
    const agent = await freeAgent(tx, whose.merchantNo);
    const now = new Date();
    const one = await tx
      .insertInto('call')
      .values({
        ...whose,
        callNo: newCallNo(),
        callDirection: 'IN',
        phone: from,
        hotlineValue: to,
        edgeCallId: callId,
        userNo: agent?.userNo ?? null,
        sessionId: agent?.sessionId ?? null,
        startedAt: now,
        ...(agent
          ? { callStatus: 'RINGING', ringingAt: now }
          : { callStatus: 'NO_ANSWER', endedAt: now, hangupCause: 'NO_AGENT', talkSeconds: 0 }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!agent) await noteMissed(tx, one, now);
    return answerOf(one, telephony);
  });
}

function answerOf({ callNo, userNo, sessionId }: CallRecord, telephony: TelephonyAdapter): IncomingAnswer {
  const user = userNo === null || sessionId === null ? null : telephony.userOf(userNo, sessionId);
  return { callNo, user };
}

/** A call that nobody took waits among the missed ones, to be called back. */
export async function noteMissed(tx: Tx, one: CallRecord, at: Date): Promise<void> {
  const { merchantNo, phone, customerNo, hotlineValue, startedAt } = one;
  await tx
    .insertInto('inCallRecord')
    .values({
      merchantNo,
      phone,
      customerNo,
      hotlineValue,
      callNo: one.callNo,
      isMissed: true,
      callAt: startedAt,
      waitSeconds: Math.max(0, Math.round((at.getTime() - startedAt.getTime()) / 1000)),
    })
    .execute();
}
