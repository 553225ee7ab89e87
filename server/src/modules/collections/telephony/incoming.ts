import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { incomingQuestion, type TelephonyAdapter } from '../../platform/gateways/index.ts';
import { newCallNo } from './place.ts';
import { isStaffed, nextAgent } from './queue.ts';
import { type CallRecord, moveCall } from './store.ts';

/** Which browser is to ring, by our number of the call; null where nobody takes calls, or the number is not ours. */
interface IncomingAnswer {
  readonly callNo: string | null;
  readonly user: string | null;
  /** Everybody is on a call: the edge holds the caller and asks again. */
  readonly isWaiting?: true;
}

const NOBODY: IncomingAnswer = { callNo: null, user: null };

interface Caller {
  readonly merchantNo: string;
  readonly customerNo: string | null;
  readonly hasHotlinePriority: boolean;
}

/** The newest customer with the number among those of the merchants that answer the hotline. */
async function callerOf(tx: Tx, from: string, hotline: string): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    select h.merchant_no, c.customer_no, exists (select from vip_member v where v.customer_no = c.customer_no
      and v.has_hotline_priority and v.expires_at > now()) as has_hotline_priority
    from hotline h left join customer c on c.merchant_no = h.merchant_no and c.phone = ${from}
    where h.contact_type = 'PHONE' and h.is_enabled and h.contact_value = ${hotline}
    order by c.customer_no desc nulls last, h.merchant_no limit 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Takes a call that comes in: finds whose it is and who answers it, so that their browser rings by a number that says
 * nothing of the caller. Asked again about one call, the answer is the same, unless it waits in line.
 */
export async function takeIncoming(
  { db, telephony }: { readonly db: Database; readonly telephony: TelephonyAdapter | null },
  fields: unknown,
): Promise<IncomingAnswer> {
  const asked = incomingQuestion.safeParse(fields);
  if (!asked.success || !telephony) return NOBODY;
  const { callId, from, to, canWait = false } = asked.data;
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`edge call ${callId}`}, 0))`.execute(tx);
    // Calls look one after the other, or two would find one person free.
    await sql`select pg_advisory_xact_lock(hashtextextended('agents who take calls', 0))`.execute(tx);
    const now = new Date();
    const known = await tx.selectFrom('call').selectAll().where('edgeCallId', '=', callId).executeTakeFirst();
    if (known) return answerOf(known.callStatus === 'WAITING' ? await askAgain(tx, known, now) : known, telephony);
    const whose = await callerOf(tx, from, to);
    if (!whose) return NOBODY;
    const place = { merchantNo: whose.merchantNo, hasHotlinePriority: whose.hasHotlinePriority, startedAt: now };
    const agent = await nextAgent(tx, place, now);
    const isWaiting = agent === null && canWait && (await isStaffed(tx, whose.merchantNo));
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
          : isWaiting
            ? { callStatus: 'WAITING', askedAt: now }
            : { callStatus: 'NO_ANSWER', endedAt: now, hangupCause: 'NO_AGENT', talkSeconds: 0 }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (one.endedAt !== null) await noteMissed(tx, one, now);
    return answerOf(one, telephony);
  });
}

/** A call in line rings once it is its turn. Nobody left who takes calls: it is missed. */
async function askAgain(tx: Tx, one: CallRecord, now: Date): Promise<CallRecord> {
  const agent = await nextAgent(tx, one, now);
  if (agent) {
    await tx.updateTable('call').set(agent).where('callNo', '=', one.callNo).execute();
    return await moveCall(tx, one, 'ring', { at: now });
  }
  if (await isStaffed(tx, one.merchantNo)) {
    await tx.updateTable('call').set({ askedAt: now }).where('callNo', '=', one.callNo).execute();
    return one;
  }
  const missed = await moveCall(tx, one, 'noAnswer', { at: now, cause: 'NO_AGENT', talkSeconds: 0 });
  await noteMissed(tx, missed, now);
  return missed;
}

function answerOf({ callNo, callStatus, userNo, sessionId }: CallRecord, telephony: TelephonyAdapter): IncomingAnswer {
  const user = userNo === null || sessionId === null ? null : telephony.userOf(userNo, sessionId);
  return { callNo, user, ...(callStatus === 'WAITING' && { isWaiting: true }) };
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
