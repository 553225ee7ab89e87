import { type Selectable, sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import type { PromiseToPayTable } from '../../../db/collection-schema.ts';
import { prepared } from '../../../db/prepared.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import {
  addDays,
  type BusinessDate,
  businessDateOf,
  lapseOfBusinessDate,
  policyOn,
} from '../../platform/policy/index.ts';
import { type CaseReach, lockCase } from './cases.ts';
import { promiseToPayMachine } from './promise-to-pay.machine.ts';

export type PromiseToPay = Selectable<PromiseToPayTable>;

export interface NewPromise {
  readonly amountCents: number;
  /** EAT. */
  readonly promisedOn: BusinessDate;
  readonly promiseChannel: string;
  readonly by: string;
  readonly at: Date;
}

/**
 * Records a customer's word: an amount to be paid by the end of a day.
 * @returns its number.
 * @throws AppError PROMISE_TOO_LATE, PROMISE_ABOVE_PAYOFF, PROMISES_ENDED, PROMISE_OPEN, PROMISE_OF_SIBLING,
 *   ILLEGAL_TRANSITION
 */
export async function makePromise(tx: Tx, caseNo: string, reach: CaseReach, promise: NewPromise): Promise<string> {
  const { amountCents, promisedOn, promiseChannel, by, at } = promise;
  const one = await lockCase(tx, caseNo, reach);
  if (!['COLLECTING', 'RETAINED', 'BAD_DEBT_POOL'].includes(one.caseStatus)) {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'case', state: one.caseStatus, command: 'promise' },
    });
  }
  const today = businessDateOf(at);
  const { policy } = await policyOn(tx, today);
  const { maxDaysOut, brokenThatEndPromises } = policy.promiseToPay;
  if (promisedOn < today || promisedOn > addDays(today, maxDaysOut)) {
    throw new AppError('PROMISE_TOO_LATE', {
      fields: ['promisedRepaymentTime'],
      facts: { days: maxDaysOut },
    });
  }
  if (amountCents > (await payoffOf(tx, one.orderNo))) {
    throw new AppError('PROMISE_ABOVE_PAYOFF', { fields: ['promiseAmountCents'] });
  }
  const { broken } = await tx
    .selectFrom('promiseToPay')
    .select((eb) => eb.fn.countAll<number>().as('broken'))
    .where('caseNo', '=', caseNo)
    .where('caseLevel', '=', one.caseLevel)
    .where('promiseStatus', '=', 'BROKEN')
    .executeTakeFirstOrThrow();
  if (broken >= brokenThatEndPromises) {
    throw new AppError('PROMISES_ENDED', { facts: { count: broken } });
  }
  if (one.caseScope === 'BILL') await refusePromisedSibling(tx, one);
  const made = await tx
    .insertInto('promiseToPay')
    .values({
      caseNo,
      orderNo: one.orderNo,
      merchantNo: one.merchantNo,
      amountCents,
      promisedOn,
      promiseChannel,
      caseLevel: one.caseLevel,
      madeBy: by,
      madeAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('promiseNo')
    .executeTakeFirst();
  if (!made) throw new AppError('PROMISE_OPEN');
  return made.promiseNo;
}

/**
 * A payment reaches the oldest bill of the order first: promised twice, the same money would keep both promises.
 * @throws AppError PROMISE_OF_SIBLING
 */
async function refusePromisedSibling(
  tx: Tx,
  { caseNo, orderNo }: { readonly caseNo: string; readonly orderNo: string },
): Promise<void> {
  // Two collectors of one order who promise at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`promise of ${orderNo}`}, 0))`.execute(tx);
  const promised = await tx
    .selectFrom('promiseToPay as p')
    .innerJoin('collectionCase as c', 'c.caseNo', 'p.caseNo')
    .select(['p.caseNo', 'p.promisedOn'])
    .where('p.orderNo', '=', orderNo)
    .where('p.caseNo', '<>', caseNo)
    .where('p.promiseStatus', '=', 'OPEN')
    .where('c.caseStatus', '<>', 'CLOSED')
    .limit(1)
    .executeTakeFirst();
  if (!promised) return;
  throw new AppError('PROMISE_OF_SIBLING', { facts: { day: promised.promisedOn, caseNo: promised.caseNo } });
}

/** All that is owed on the order: a payment reaches its older bills first, so a promise may count them in. */
async function payoffOf(db: Queryable, orderNo: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint as owed from bill b
    join bill_balance bb on bb.bill_no = b.bill_no
    where b.order_no = ${orderNo} and b.bill_status in ('ACTIVE', 'CHARGED_OFF')`.execute(db);
  return rows[0]?.owed ?? 0;
}

/** Takes an open promise back. @throws AppError PROMISE_NOT_FOUND, ILLEGAL_TRANSITION */
export async function cancelPromise(
  tx: Tx,
  promiseNo: string,
  reach: CaseReach,
  decision: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<PromiseToPay> {
  const known = await tx
    .selectFrom('promiseToPay')
    .select('caseNo')
    .where('promiseNo', '=', promiseNo)
    .executeTakeFirst();
  if (!known) throw new AppError('PROMISE_NOT_FOUND');
  await lockCase(tx, known.caseNo, reach).catch((error: unknown) => {
    // A promise on a case that one may not see is as good as none.
    if (error instanceof AppError && error.error === 'CASE_NOT_FOUND') throw new AppError('PROMISE_NOT_FOUND');
    throw error;
  });
  const promise = await lockPromise(tx, promiseNo);
  const { by, at, reason } = decision;
  const promiseStatus = advance(promiseToPayMachine, promise.promiseStatus, 'cancel');
  await tx
    .updateTable('promiseToPay')
    .set({ promiseStatus, decidedAt: at, decidedBy: by, reason })
    .where('promiseNo', '=', promiseNo)
    .execute();
  return { ...promise, promiseStatus };
}

async function lockPromise(tx: Tx, promiseNo: string): Promise<PromiseToPay> {
  const promise = await tx
    .selectFrom('promiseToPay')
    .selectAll()
    .where('promiseNo', '=', promiseNo)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  noteState(tx, `promise ${promiseNo}`, promise.promiseStatus);
  return promise;
}

/** What was paid on the order since the promise, by the day it names. */
async function paidSince(tx: Tx, promise: PromiseToPay): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(applied_cents), 0)::bigint as paid from payment_application
    where order_no = ${promise.orderNo} and application_status = 'LIVE'
      and applied_at >= ${promise.madeAt} and paid_on <= ${promise.promisedOn}`.execute(tx);
  return rows[0]?.paid ?? 0;
}

/** After a payment: keeps the open promises of the order that it makes good. */
export async function keepPromises(tx: Tx, orderNo: string, at: Date): Promise<void> {
  const open = await tx
    .selectFrom('promiseToPay')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .where('promiseStatus', '=', 'OPEN')
    .orderBy('promiseNo')
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .execute();
  for (const promise of open) {
    const paidCents = await paidSince(tx, promise);
    if (paidCents >= promise.amountCents) await decide(tx, promise, 'keep', paidCents, at);
  }
}

async function decide(
  tx: Tx,
  promise: PromiseToPay,
  command: 'keep' | 'break',
  paidCents: number,
  at: Date,
): Promise<void> {
  const promiseStatus = advance(promiseToPayMachine, promise.promiseStatus, command);
  await tx
    .updateTable('promiseToPay')
    .set({ promiseStatus, paidCents, decidedAt: at })
    .where('promiseNo', '=', promise.promiseNo)
    .execute();
  await publishEvent(tx, {
    topic: `promise.${command}`,
    subjectType: 'promise',
    subjectNo: promise.promiseNo,
    merchantNo: promise.merchantNo,
    before: { promiseStatus: promise.promiseStatus },
    after: { promiseStatus, paidCents },
  });
}

const PROMISES_A_TURN = 100;

/** Every open promise whose day is over: kept by what was paid to the end of it, else broken. */
export async function judgePromises(db: Database, through: BusinessDate): Promise<number> {
  let judged = 0;
  for (;;) {
    const done = await db.transaction().execute(async (tx) => {
      const due = await tx
        .selectFrom('promiseToPay')
        .selectAll()
        .where('promiseStatus', '=', 'OPEN')
        .where('promisedOn', '<=', through)
        .orderBy('promiseNo')
        .limit(PROMISES_A_TURN)
        .forNoKeyUpdate()
        .skipLocked()
        .execute();
      for (const promise of due) {
        const paidCents = await paidSince(tx, promise);
        const command = paidCents >= promise.amountCents ? 'keep' : 'break';
        await decide(tx, promise, command, paidCents, lapseOfBusinessDate(promise.promisedOn));
      }
      return due.length;
    });
    judged += done;
    if (done < PROMISES_A_TURN) return judged;
  }
}

/** A promise as forms have it. */
export function promiseOf(form: {
  readonly promiseAmountCents: number;
  readonly promisedRepaymentTime: string;
  readonly promiseChannel: string;
}) {
  return {
    amountCents: form.promiseAmountCents,
    promisedOn: form.promisedRepaymentTime,
    promiseChannel: form.promiseChannel,
  };
}
