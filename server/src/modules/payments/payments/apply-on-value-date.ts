import { sql } from 'kysely';
import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { catchUpLoan, rewindLoan } from '../../lending/end-of-day/index.ts';
import { paymentDay } from '../../lending/maturity/index.ts';
import { addDays, type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { notesOf } from '../../../db/tx-notes.ts';
import { type AppliedPayment, applyPayment } from './apply-payment.ts';
import { settlementWithHeld } from './hold-coupon.ts';
import { lockLoan } from './loan-lock.ts';
import { owedOf } from './owed.ts';
import { rollBack } from './roll-back.ts';
import { warnNotBackdated } from './warn-not-backdated.ts';

interface Paid {
  readonly orderNo: string;
  readonly flowNo: string;
  readonly amountCents: number;
  readonly idempotencyKey: string;
  /** When the customer paid. */
  readonly paidAt: Date;
  /** When it is worked off. */
  readonly at: Date;
  /** Whether a coupon that is kept for the order settles its bill with it. */
  readonly usesHeldCoupon?: boolean;
  /** Where a person uses it: what they agreed to, the piece of work, and who they are. */
  readonly acknowledged?: readonly string[];
  readonly taskNo?: string;
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
}

/** More happened to the loan meanwhile than charges and payments: it cannot be lived again. */
class Entangled extends Error {
  override readonly name = 'Entangled';
}

/**
 * Uses a payment over the bills of its loan as of the day on which the customer paid. Told or placed after that day was
 * closed, the charges of the days between are taken back, and so are payments of later days; then all of it happens again
 * in its order. Where something else happened to the loan meanwhile (an extension, a waiver, a coupon, a loss, a
 * rollback), the payment counts from today, and a warning says so.
 * @throws AppError as `applyPayment`
 */
export async function applyOnValueDate(tx: Tx, paid: Paid): Promise<AppliedPayment> {
  const { paidAt, at, usesHeldCoupon: _, ...use } = paid;
  const today = async () => await applyPayment(tx, { ...use, ...(await formOf(tx, paid, at)), at });
  if (businessDateOf(paidAt) >= businessDateOf(at)) return await today();
  const cutoff = await cutoffOf(tx, paid.orderNo);
  // Paid yesterday after the cut-off: that is today.
  if (paymentDay(paidAt, cutoff) >= businessDateOf(at)) return await today();
  const applied = await tried(tx, async () => await liveAgain(tx, paid, cutoff));
  if (applied !== null) return applied;
  const counted = await today();
  await warnNotBackdated(tx, paid);
  return counted;
}

/** Over the bills as ever, or the one that it settles with the coupon kept for the order. */
async function formOf(tx: Tx, { orderNo, amountCents, usesHeldCoupon, acknowledged }: Paid, at: Date) {
  const settled = usesHeldCoupon ? await settlementWithHeld(tx, orderNo, amountCents, at) : null;
  const agreed = acknowledged ?? ['SURPLUS_TO_CREDIT'];
  return settled
    ? ({ ...settled, repayType: 'SETTLE', acknowledged: agreed } as const)
    : ({ billNo: null, repayType: 'GENERIC', acknowledged: agreed } as const);
}

/** What the work came to; null where the loan cannot be lived again. Nothing stays of that, or where it is a trial. */
async function tried<T>(tx: Tx, work: () => Promise<T>, isTrial = false): Promise<T | null> {
  const notes = notesOf(tx);
  const before = { journals: notes?.journalIds.length ?? 0, confirmations: notes?.confirmations.length ?? 0 };
  const forget = async () => {
    await sql`rollback to savepoint value_date`.execute(tx);
    notes?.journalIds.splice(before.journals);
    notes?.confirmations.splice(before.confirmations);
  };
  await sql`savepoint value_date`.execute(tx);
  try {
    const done = await work();
    if (isTrial) await forget();
    await sql`release savepoint value_date`.execute(tx);
    return done;
  } catch (error) {
    // What a person has to agree to first is no reason to count it otherwise.
    const isQuestion = error instanceof AppError && error.error === 'CONFIRMATION_NEEDED';
    if (isQuestion || (!(error instanceof Entangled) && !(error instanceof AppError))) throw error;
    await forget();
    return null;
  }
}

/**
 * What a loan owed on the day on which a payment was made, where that day is closed by now: the charges since do not
 * count. What it owes today where the loan was changed otherwise meanwhile.
 */
export async function owedWhenPaid(tx: Tx, { orderNo, paidAt, at }: Pick<Paid, 'orderNo' | 'paidAt' | 'at'>) {
  const [day, today] = [paymentDay(paidAt, await cutoffOf(tx, orderNo)), businessDateOf(at)];
  const owedThen = async () => {
    await lockLoan(tx, orderNo, day);
    await refuseEntangled(tx, orderNo, day);
    if ((await laterPayments(tx, orderNo, paidAt)).length > 0) throw new Entangled('paid since');
    await rewindLoan(tx, orderNo, { through: addDays(day, -1), bookedOn: today, flowNo: 'trial' });
    return owedOf(await lockLoan(tx, orderNo, day));
  };
  const then = day < today ? await tried(tx, owedThen, true) : null;
  return then ?? owedOf(await lockLoan(tx, orderNo, day > today ? day : today));
}

async function cutoffOf(tx: Tx, orderNo: string): Promise<string | null> {
  const order = await tx.selectFrom('loanOrder').select('dueCutoff').where('orderNo', '=', orderNo).executeTakeFirst();
  return order?.dueCutoff ?? null;
}

interface Use {
  readonly flowNo: string;
  readonly amountCents: number;
  readonly paidAt: Date;
  readonly idempotencyKey: string;
}

async function liveAgain(tx: Tx, paid: Paid, cutoff: string | null): Promise<AppliedPayment> {
  const { orderNo, flowNo, amountCents, paidAt, at, idempotencyKey } = paid;
  const { usesHeldCoupon: _, ...asked } = paid;
  const [day, today] = [paymentDay(paidAt, cutoff), businessDateOf(at)];
  await lockLoan(tx, orderNo, day);
  await refuseEntangled(tx, orderNo, day);
  const uses: Use[] = [{ flowNo, amountCents, paidAt, idempotencyKey }];
  for (const later of await laterPayments(tx, orderNo, paidAt)) {
    const { applicationNo } = later;
    const key = `value/${flowNo}/${applicationNo}`;
    await rollBack(tx, { orderNo, kind: 'SETTLE_ROLLBACK', applicationNo, idempotencyKey: `${key}/undo`, at });
    uses.push({ ...later, idempotencyKey: key });
  }
  const wasCharged = await rewindLoan(tx, orderNo, { through: addDays(day, -1), bookedOn: today, flowNo });
  // Days that were charged before are closed: what is charged again is booked today.
  const charge = async (through: BusinessDate) => {
    if (wasCharged) await catchUpLoan(tx, orderNo, through, today);
  };
  const inOrder = uses.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.flowNo < b.flowNo ? -1 : 1));
  let applied: AppliedPayment | null = null;
  for (const { paidAt: paidThen, ...use } of inOrder) {
    const valueDate = paymentDay(paidThen, cutoff);
    await charge(addDays(valueDate, -1));
    if (use.idempotencyKey === idempotencyKey) {
      applied = await applyPayment(tx, { ...asked, ...(await formOf(tx, paid, paidThen)), valueDate });
    } else {
      const generic = { orderNo, billNo: null, repayType: 'GENERIC', acknowledged: ['SURPLUS_TO_CREDIT'] } as const;
      await applyPayment(tx, { ...use, ...generic, at, valueDate });
    }
  }
  await charge(addDays(today, -1));
  return needed(applied, 'the payment itself');
}

const PLAIN = [
  'INTEREST',
  'LATE_FEE',
  'LIQUIDATED_DAMAGES',
  'IN_DUPLUM',
  'APPLICATION',
  'OVERPAYMENT',
  'FEES',
  'PAYOUT_SENT',
];

/** @throws Entangled where another kind of journal moved a bill since the day, or undid what is older than it */
async function refuseEntangled(tx: Tx, orderNo: string, day: BusinessDate): Promise<void> {
  const { rows } = await sql<{ journalId: number }>`
    select j.journal_id from journal j
    left join journal o on o.journal_id = j.reverses_id
    where j.business_date >= ${day}::date
      and j.journal_id in (select p.journal_id from posting p join bill b on b.bill_no = p.bill_no
        where b.order_no = ${orderNo})
      and ((j.reverses_id is null and j.journal_kind <> all(${PLAIN}::text[])
          and not exists (select from journal_reversal r where r.reverses_id = j.journal_id))
        or (j.reverses_id is not null and o.business_date < ${day}::date and j.cause_type <> 'VALUE_DATE'))
    limit 1`.execute(tx);
  if (rows.length > 0) throw new Entangled('the loan was changed otherwise');
}

interface Later extends Omit<Use, 'idempotencyKey'> {
  readonly applicationNo: string;
}

/**
 * What is live and was paid later, with all that was applied after the first of it: newest first.
 * @throws Entangled where one of them is no plain use of one payment
 */
async function laterPayments(tx: Tx, orderNo: string, paidAt: Date): Promise<readonly Later[]> {
  const live = await tx
    .selectFrom('paymentApplication as a')
    .innerJoin('paymentFlow as f', 'f.flowNo', 'a.flowNo')
    .select(['a.applicationNo', 'a.flowNo', 'a.repayType', 'a.taskNo', 'a.appliedCents', 'a.surplusCents'])
    .select(['a.creditUsedCents', 'f.repayTime'])
    .where('a.orderNo', '=', orderNo)
    .where('a.applicationStatus', '=', 'LIVE')
    .orderBy('a.applicationNo', 'desc')
    .execute();
  const oldest = live.findLastIndex(({ repayTime }) => repayTime > paidAt);
  return live.slice(0, oldest + 1).map((each) => {
    if (each.repayType !== 'GENERIC' || each.taskNo !== null || each.creditUsedCents > 0) {
      throw new Entangled(`${each.applicationNo} is no plain payment`);
    }
    const { applicationNo, flowNo, appliedCents, surplusCents, repayTime } = each;
    return { applicationNo, flowNo, amountCents: appliedCents + surplusCents, paidAt: repayTime };
  });
}
