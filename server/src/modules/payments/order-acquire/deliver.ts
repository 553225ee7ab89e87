import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { EventSubscriber } from '../../platform/domain-events/index.ts';
import { chargeUse } from '../prepaid/index.ts';
import { sendCallback } from '../merchant-services/index.ts';
import { ruleFor } from './rules.ts';

/** Applications as they come: acquired by the first rule that speaks of them, then delivered. */
export function acquireApplied(db: Database): EventSubscriber {
  return {
    name: 'orderAcquire.acquire',
    async take(events) {
      const orderNos = events.filter(({ topic }) => topic === 'order.applied').map(({ subjectNo }) => subjectNo);
      for (const orderNo of orderNos) {
        const isNew = await db.transaction().execute(async (tx) => await acquire(tx, orderNo));
        if (isNew) await db.transaction().execute(async (tx) => await deliver(tx, orderNo));
      }
    },
  };
}

/** An account that is closed, serves something else or ran dry acquires nothing. */
async function mayAcquire(tx: Tx, merchantNo: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT coalesce(p.balance_cents + p.credit_line_cents, 0) > 0 AS may
    FROM merchant_service s LEFT JOIN merchant_prepaid p USING (merchant_no)
    WHERE s.merchant_no = ${merchantNo} AND s.service_status = 'ENABLED' AND s.callback_url IS NOT NULL
      AND 'ORDER_ACQUIRE' = any(s.services)`.execute(tx);
  return rows[0]?.may ?? false;
}

async function acquire(tx: Tx, orderNo: string): Promise<boolean> {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['merchantNo', 'loanType', 'appliedCents', 'modelLevel'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order || !(await mayAcquire(tx, order.merchantNo))) return false;
  // One after the other, or two would take the last place of a rule's day.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`acquire ${order.merchantNo}`}, 0))`.execute(tx);
  const rule = await ruleFor(tx, order, new Date());
  if (rule === null) return false;
  const { merchantNo } = order;
  const made = await tx
    .insertInto('acquiredOrder')
    .values({ orderNo, merchantNo, ruleId: rule.ruleId, ruleName: rule.value.ruleName })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderNo')
    .executeTakeFirst();
  return made !== undefined;
}

const numberIn = (text: string): string | null => {
  const found = /"thirdPartyOrderNo"\s*:\s*"([A-Za-z0-9_-]{1,64})"/.exec(text);
  return found?.[1] ?? null;
};

/**
 * Sends an acquired order to its merchant. What it takes is charged, once; what it answers with 409 or 422 it rejects.
 * @throws AppError NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function deliver(tx: Tx, orderNo: string): Promise<'DELIVERED' | 'REJECTED' | 'FAILED'> {
  const held = await tx
    .selectFrom('acquiredOrder')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new AppError('NOT_FOUND');
  const { merchantNo, deliveryStatus } = held;
  if (deliveryStatus !== 'QUEUED' && deliveryStatus !== 'FAILED') {
    const facts = { subject: 'acquired order', state: deliveryStatus, command: 'deliver' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const order = await tx
    .selectFrom('loanOrder')
    .select(['loanType', 'appliedCents', 'modelLevel', 'productNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const account = await tx
    .selectFrom('merchantService')
    .select('callbackUrl')
    .where('merchantNo', '=', merchantNo)
    .where('serviceStatus', '=', 'ENABLED')
    .executeTakeFirst();
  const url = account?.callbackUrl ?? null;
  const answer =
    url === null
      ? { isPassed: false, replyStatus: null, fault: 'The service account is disabled', text: '' }
      : await sendCallback(tx, { merchantNo, callbackUrl: url }, 'order.acquired', { orderNo, ...order });
  const isRejected = answer.replyStatus === 409 || answer.replyStatus === 422;
  const failed = isRejected ? ('REJECTED' as const) : ('FAILED' as const);
  const status = answer.isPassed ? ('DELIVERED' as const) : failed;
  const at = new Date();
  const chargedCents = answer.isPassed ? await charged(tx, merchantNo, orderNo, at) : null;
  await tx
    .updateTable('acquiredOrder')
    .set((eb) => ({
      deliveryStatus: status,
      replyAt: at,
      attempts: eb('attempts', '+', 1),
      fault: answer.fault,
      chargedCents,
      version: eb('version', '+', 1),
    }))
    .where('orderNo', '=', orderNo)
    .execute();
  const thirdPartyOrderNo = numberIn(answer.text);
  if (answer.isPassed && thirdPartyOrderNo !== null) {
    await tx.updateTable('loanOrder').set({ thirdPartyOrderNo }).where('orderNo', '=', orderNo).execute();
  }
  return status;
}

/** Cents that the delivery cost; a merchant who ran dry in between owes nothing, and acquires no more. */
async function charged(tx: Tx, merchantNo: string, orderNo: string, at: Date): Promise<number> {
  await sql`SAVEPOINT delivery_charge`.execute(tx);
  try {
    const use = { merchantNo, consumptionType: 'ORDER_DELIVERED', causeNo: orderNo, orderNo, at } as const;
    const recordNo = await chargeUse(tx, use);
    if (recordNo === null) return 0;
    const { amountCents } = await tx
      .selectFrom('merchantConsumption')
      .select('amountCents')
      .where('recordNo', '=', recordNo)
      .executeTakeFirstOrThrow();
    return amountCents;
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'PREPAID_SHORT') throw error;
    await sql`ROLLBACK TO SAVEPOINT delivery_charge`.execute(tx);
    return 0;
  }
}
