import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { EventSubscriber } from '../../platform/domain-events/index.ts';
import { chargeUse, priceAt } from '../prepaid/index.ts';
import {
  type Attempted,
  type MerchantEventKind,
  moveEventOf,
  queueEvent,
  resendEventOf,
} from '../merchant-services/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { ruleFor, SPOKEN_OF } from './rules.ts';

/** What a merchant is notified of. */
export const EVENT = 'order.acquired';

/** Applications as they come: acquired by the first rule that speaks of them, and queued for its merchant. */
export function acquireApplied(db: Database): EventSubscriber {
  return {
    name: 'orderAcquire.acquire',
    async take(events) {
      const orderNos = events.filter(({ topic }) => topic === 'order.applied').map(({ subjectNo }) => subjectNo);
      for (const orderNo of orderNos) {
        await db.transaction().execute(async (tx) => await acquire(tx, orderNo));
      }
    },
  };
}

interface Account {
  readonly isOpen: boolean;
  /** What is left to spend, less what waits for a recharge. */
  readonly availableCents: number;
}

/** A merchant's account: open where it is enabled, serves acquisition and has an address. */
async function accountOf(tx: Tx, merchantNo: string): Promise<Account> {
  const { rows } = await sql<Account>`
    SELECT s.service_status = 'ENABLED' AND s.callback_url IS NOT NULL
        AND 'ORDER_ACQUIRE' = any(s.services) AS is_open,
      (coalesce(p.balance_cents + p.credit_line_cents, 0) - coalesce((SELECT sum(u.unit_price_cents) FROM merchant_use u
        WHERE u.merchant_no = s.merchant_no AND u.use_status = 'UNPAID'), 0))::bigint AS available_cents
    FROM merchant_service s LEFT JOIN merchant_prepaid p USING (merchant_no)
    WHERE s.merchant_no = ${merchantNo}`.execute(tx);
  return rows[0] ?? { isOpen: false, availableCents: 0 };
}

/** An account that is closed, serves something else or could not pay for one more delivery acquires nothing. */
async function mayAcquire(tx: Tx, merchantNo: string): Promise<boolean> {
  const { isOpen, availableCents } = await accountOf(tx, merchantNo);
  if (!isOpen || availableCents <= 0) return false;
  return availableCents >= ((await priceAt(tx, merchantNo, 'ORDER_DELIVERED', new Date())) ?? 0);
}

async function acquire(tx: Tx, orderNo: string): Promise<void> {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['merchantNo', ...SPOKEN_OF])
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order || !(await mayAcquire(tx, order.merchantNo))) return;
  // One after the other, or two would take the last place of a rule's day.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`acquire ${order.merchantNo}`}, 0))`.execute(tx);
  const rule = await ruleFor(tx, order, new Date());
  if (rule === null) return;
  const { merchantNo } = order;
  const made = await tx
    .insertInto('acquiredOrder')
    .values({ orderNo, merchantNo, ruleId: rule.ruleId, ruleName: rule.value.ruleName })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderNo')
    .executeTakeFirst();
  if (made !== undefined) await queueDelivery(tx, orderNo, merchantNo);
}

const numberIn = (text: string): string | null => {
  const found = /"thirdPartyOrderNo"\s*:\s*"([A-Za-z0-9_-]{1,64})"/.exec(text);
  return found?.[1] ?? null;
};

async function queueDelivery(tx: Tx, orderNo: string, merchantNo: string): Promise<void> {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['loanType', 'appliedCents', 'modelLevel', 'productNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  await queueEvent(tx, { merchantNo, event: EVENT, subjectNo: orderNo, data: { orderNo, ...order } });
}

/**
 * Has an order delivered again whose delivery was given up: another attempt of the same event.
 * @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, SERVICE_ACCOUNT_MISSING
 */
export async function redeliver(tx: Tx, orderNo: string, userNo: string): Promise<void> {
  const held = await tx
    .selectFrom('acquiredOrder')
    .select(['merchantNo', 'deliveryStatus'])
    .where('orderNo', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new AppError('NOT_FOUND');
  if (held.deliveryStatus !== 'FAILED') {
    const facts = { subject: 'acquired order', state: held.deliveryStatus, command: 'deliver' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  await queueDelivery(tx, orderNo, held.merchantNo);
  await resendEventOf(tx, { event: EVENT, subjectNo: orderNo }, userNo);
}

/**
 * Moves an order that its merchant has not taken to another one, by that merchant's first rule that applies now.
 * @throws AppError NOTHING_CHANGES, ILLEGAL_TRANSITION, CALLBACK_CLOSED, PREPAID_SHORT, ACQUIRE_NO_RULE
 */
export async function reassign(tx: Tx, orderNo: string, toMerchantNo: string): Promise<{ ruleName: string }> {
  const held = await tx
    .selectFrom('acquiredOrder')
    .select(['merchantNo', 'deliveryStatus'])
    .where('orderNo', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new AppError('NOT_FOUND');
  const fields = ['toMerchantNo'];
  if (held.merchantNo === toMerchantNo) throw new AppError('NOTHING_CHANGES', { fields });
  const { isOpen, availableCents } = await accountOf(tx, toMerchantNo);
  if (!isOpen) throw new AppError('CALLBACK_CLOSED', { fields });
  if (availableCents <= 0) {
    throw new AppError('PREPAID_SHORT', { fields, facts: { available: (availableCents / 100).toFixed(2) } });
  }
  const order = await tx
    .selectFrom('loanOrder')
    .select([...SPOKEN_OF])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  // As in acquiring: or two would take the last place of a rule's day.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`acquire ${toMerchantNo}`}, 0))`.execute(tx);
  const at = new Date();
  const rule = await ruleFor(tx, { ...order, merchantNo: toMerchantNo }, at);
  if (rule === null) throw new AppError('ACQUIRE_NO_RULE', { fields });
  await moveEventOf(tx, { event: EVENT, subjectNo: orderNo }, toMerchantNo);
  const { ruleName } = rule.value;
  await tx
    .updateTable('acquiredOrder')
    .set((eb) => ({
      merchantNo: toMerchantNo,
      ruleId: rule.ruleId,
      ruleName,
      // It counts among the day's orders of the rule that takes it.
      acquiredAt: at,
      deliveryStatus: 'QUEUED',
      replyAt: null,
      fault: null,
      version: eb('version', '+', 1),
    }))
    .where('orderNo', '=', orderNo)
    .execute();
  return { ruleName };
}

/** What the merchant takes is charged, once; what it answers with 409 or 422 it rejects. */
export const acquiredEvent: MerchantEventKind = {
  event: EVENT,
  rejectedBy: [409, 422],
  async settle(tx, { subjectNo: orderNo, merchantNo, status, isFirstDelivery, attempts, fault, text, at }: Attempted) {
    // Delivered before: what came of sending it once more changes neither the order nor its price.
    if (status === 'DELIVERED' && !isFirstDelivery) return;
    const chargedCents = isFirstDelivery ? await charged(tx, merchantNo, orderNo, at) : null;
    await tx
      .updateTable('acquiredOrder')
      .set((eb) => ({
        deliveryStatus: status,
        replyAt: at,
        attempts,
        fault: status === 'DELIVERED' ? null : fault,
        chargedCents,
        version: eb('version', '+', 1),
      }))
      .where('orderNo', '=', orderNo)
      .execute();
    const thirdPartyOrderNo = numberIn(text);
    if (isFirstDelivery && thirdPartyOrderNo !== null) {
      await tx.updateTable('loanOrder').set({ thirdPartyOrderNo }).where('orderNo', '=', orderNo).execute();
    }
    await publishEvent(tx, {
      topic: 'orderAcquire.delivery',
      subjectType: 'acquiredOrder',
      subjectNo: orderNo,
      merchantNo,
      after: { deliveryStatus: status },
    });
  },
  async queued(tx, orderNo) {
    await tx
      .updateTable('acquiredOrder')
      .set((eb) => ({ deliveryStatus: 'QUEUED', version: eb('version', '+', 1) }))
      .where('orderNo', '=', orderNo)
      .where('deliveryStatus', '=', 'FAILED')
      .execute();
  },
};

/** Cents that the delivery cost so far; what a merchant who ran dry owes for it waits for the recharge. */
async function charged(tx: Tx, merchantNo: string, orderNo: string, at: Date): Promise<number> {
  const recordNo = await chargeUse(tx, {
    merchantNo,
    consumptionType: 'ORDER_DELIVERED',
    causeNo: orderNo,
    orderNo,
    at,
  });
  if (recordNo === null) return 0;
  const { amountCents } = await tx
    .selectFrom('merchantConsumption')
    .select('amountCents')
    .where('recordNo', '=', recordNo)
    .executeTakeFirstOrThrow();
  return amountCents;
}
