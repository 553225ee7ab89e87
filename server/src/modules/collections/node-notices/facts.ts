import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { shownDay, shownMoment } from '../../../ground/shown-time.ts';
import { businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { applyFrom, loanExample, productTerms } from '../../lending/orders/index.ts';
import { levelNamesOf } from '../../lending/vip-levels/index.ts';
import { applicantReasons, keptDecision } from '../../lending/rule-sets/index.ts';
import { hasOptedOut } from '../contacts/index.ts';
import type { QueuedNode } from './find-moments.ts';
import type { RecommendedProduct } from './recommended-product.ts';

type Facts = Readonly<Record<string, string>>;
type Scene = Parameters<RecommendedProduct>[1]['scene'];
type Offer = (scene: Scene, customerNo: string) => Promise<Facts>;

/** What is recommended, as a fact; none to whoever wants no offers. */
async function offerTo(
  tx: Tx,
  recommended: RecommendedProduct,
  asked: Parameters<RecommendedProduct>[1],
  at: Date,
): Promise<Facts> {
  const { customerNo } = asked;
  const { phone } = await tx
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  if (await hasOptedOut(tx, { phone, customerNo, at })) return {};
  const product = await recommended(tx, asked, at);
  return product === null ? {} : { recommendedProduct: product.name };
}

const denialTexts = z.record(z.string(), z.string());

const shillings = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100);

/** What a node knows of its subject now; null where it has nothing to say any more: paid, voided, used, over. */
export async function factsOf(
  tx: Tx,
  {
    nodeCode,
    subjectNo,
    language,
    recommended,
  }: {
    readonly nodeCode: QueuedNode;
    readonly subjectNo: string;
    readonly language: 'en' | 'sw';
    /** Left out where no text that is read can name it. */
    readonly recommended?: RecommendedProduct;
  },
  now: Date,
): Promise<Facts | null> {
  const offer = async (scene: Scene, customerNo: string): Promise<Facts> =>
    recommended === undefined ? {} : await offerTo(tx, recommended, { scene, customerNo, language }, now);
  switch (nodeCode) {
    case 'ORDER_CANCELLED': {
      const found = await tx
        .selectFrom('loanOrder')
        .select('approvedCents')
        .where('orderNo', '=', subjectNo)
        .where('orderStatus', '=', 'VOIDED')
        .executeTakeFirst();
      return found ? { order: subjectNo, amount: shillings(found.approvedCents ?? 0) } : null;
    }
    case 'ORDER_APPROVED':
    case 'DISBURSED':
      return await ofOrder(tx, subjectNo, nodeCode);
    case 'ORDER_DECLINED':
      return await ofDeclined(tx, { orderNo: subjectNo, language, offer }, now);
    case 'BILL_DUE_IN_3':
    case 'BILL_OVERDUE':
      // A reminder of another day than the third: `B…/-1`.
      return await ofUnpaidBill(tx, subjectNo.split('/')[0] ?? subjectNo, now);
    case 'REPAID':
      return await ofPaidBill(tx, subjectNo, offer);
    case 'WITHDRAWAL_CANCELLED': {
      const { rows } = await sql<{ amountCents: number }>`SELECT amount_cents FROM wallet_withdrawal
        WHERE withdraw_no = ${subjectNo} AND withdraw_status = 'CANCELLED'`.execute(tx);
      return rows[0] ? { amount: shillings(rows[0].amountCents) } : null;
    }
    case 'REFUND_SUCCESS': {
      const found = await tx
        .selectFrom('refund')
        .select('amountCents')
        .where('refundNo', '=', subjectNo)
        .executeTakeFirst();
      return found ? { amount: shillings(found.amountCents) } : null;
    }
    case 'COUPON_GRANTED': {
      const found = await tx
        .selectFrom('coupon as c')
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'c.couponTemplateNo')
        .select(['t.couponContent', 'c.expiresAt'])
        .where('c.couponNo', '=', subjectNo)
        .where('c.couponStatus', '=', 'AVAILABLE')
        .executeTakeFirst();
      // It ends as the next day begins.
      return found
        ? { coupon: found.couponContent, until: shownDay(businessDateOf(new Date(found.expiresAt.getTime() - 1))) }
        : null;
    }
    case 'LIMIT_EXPIRING': {
      const found = await tx
        .selectFrom('temporaryCredit')
        .select(['amountCents', 'expiresAt'])
        .where('creditNo', '=', subjectNo)
        .where('creditStatus', '=', 'GRANTED')
        .where('expiresAt', '>', now)
        .executeTakeFirst();
      return found
        ? { limit: shillings(found.amountCents), until: shownMoment(new Date(found.expiresAt.getTime() - 1)) }
        : null;
    }
    case 'VIP_LEVEL_LOWERED':
      return await ofLoweredLevel(tx, subjectNo, language, now);
    case 'FEEDBACK_ANSWERED':
      return await ofAnswer(tx, subjectNo);
  }
}

/** Nothing where the customer has another level by now. */
async function ofLoweredLevel(tx: Tx, moveId: string, language: 'en' | 'sw', now: Date): Promise<Facts | null> {
  const move = await tx
    .selectFrom('vipMove as v')
    .innerJoin('customer as c', 'c.customerNo', 'v.customerNo')
    .leftJoin('vipMember as m', 'm.customerNo', 'v.customerNo')
    .select(['v.levelBefore', 'v.levelNo', 'm.levelNo as levelNow', 'c.merchantNo'])
    .where('v.moveId', '=', Number(moveId))
    .executeTakeFirst();
  if (!move || move.levelNow !== move.levelNo) return null;
  const names = await levelNamesOf(tx, move.merchantNo, language, now);
  return { before: names(move.levelBefore), level: names(move.levelNo) };
}

async function ofAnswer(tx: Tx, subjectNo: string): Promise<Facts | null> {
  const [about = '', messageId] = subjectNo.split('/');
  const { answer } =
    (messageId === undefined
      ? await tx
          .selectFrom('feedback')
          .select('replyContent as answer')
          .where('feedbackNo', '=', about)
          .executeTakeFirst()
      : await tx
          .selectFrom('appAdviceMessage')
          .select('content as answer')
          .where('messageId', '=', Number(messageId))
          .executeTakeFirst()) ?? {};
  return answer === undefined || answer === null ? null : { about, answer };
}

async function ofOrder(tx: Tx, orderNo: string, nodeCode: 'ORDER_APPROVED' | 'DISBURSED'): Promise<Facts | null> {
  const { rows } = await sql<Record<'approvedCents' | 'paidOutCents', number | null> & OrderFacts>`
    SELECT o.approved_cents, o.paid_out_cents, o.order_status, o.repayment_code, o.terms, o.lending_time,
      (SELECT min(b.due_date) FROM bill b WHERE b.order_no = o.order_no AND b.bill_status = 'ACTIVE') AS due_date
    FROM loan_order o WHERE o.order_no = ${orderNo}`.execute(tx);
  const [found] = rows;
  if (!found || found.orderStatus === 'VOIDED') return null;
  const { approvedCents, paidOutCents, repaymentCode: code, dueDate } = found;
  if (nodeCode === 'ORDER_APPROVED') {
    return approvedCents === null
      ? null
      : { order: orderNo, amount: shillings(approvedCents), ...priceOf(found, approvedCents) };
  }
  if (approvedCents === null || paidOutCents === null || dueDate === null) return null;
  const paid = { order: orderNo, amount: shillings(paidOutCents), dueDate: shownDay(dueDate), code };
  return { ...paid, ...priceOf(found, approvedCents) };
}

/** The price that the customer agreed to, by the order's own terms: lent on the day it was, or today. */
function priceOf({ terms, lendingTime }: OrderFacts, approvedCents: number): Facts {
  const lentOn = businessDateOf(lendingTime ?? new Date());
  const { repaidCents, totalCostCents, aprPercent } = loanExample(approvedCents, productTerms.parse(terms), lentOn);
  return {
    total: shillings(repaidCents),
    cost: shillings(totalCostCents),
    apr: aprPercent === null ? '-' : aprPercent.toFixed(2),
  };
}

/**
 * Why an application was declined: the machine's main reasons, else what its decline code says to customers; and from
 * when they may apply again, where not at once.
 */
async function ofDeclined(
  tx: Tx,
  { orderNo, language, offer }: { readonly orderNo: string; readonly language: 'en' | 'sw'; readonly offer: Offer },
  now: Date,
): Promise<Facts | null> {
  const found = await tx
    .selectFrom('loanOrder as o')
    .leftJoin('refuseCode as c', 'c.refuseCode', 'o.refuseCode')
    .select(['o.orderStatus', 'o.customerNo', 'c.denialReason'])
    .where('o.orderNo', '=', orderNo)
    .where('o.orderStatus', 'in', ['MACHINE_REFUSED', 'REFUSED'])
    .executeTakeFirst();
  if (!found) return null;
  const kept = found.orderStatus === 'MACHINE_REFUSED' ? await keptDecision(tx, orderNo) : null;
  const own = kept ? applicantReasons({ ...kept.machine, score: kept.score }, language) : [];
  const { data: texts = {} } = denialTexts.safeParse(found.denialReason);
  const reasons = own.length > 0 ? own.join('; ') : texts[language] || texts['en'];
  if (!reasons) return null;
  const scene = found.orderStatus === 'MACHINE_REFUSED' ? 'MACHINE_REFUSED' : 'REFUSED';
  const from = await applyFrom(tx, found.customerNo, now);
  const again = from === null ? {} : { applyFrom: shownDay(from) };
  return { order: orderNo, reasons, ...again, ...(await offer(scene, found.customerNo)) };
}

interface OrderFacts {
  readonly terms: unknown;
  readonly lendingTime: Date | null;
  readonly orderStatus: string;
  readonly repaymentCode: string;
  readonly dueDate: string | null;
}

async function ofUnpaidBill(tx: Tx, billNo: string, now: Date): Promise<Facts | null> {
  const { rows } = await sql<{ orderNo: string; dueDate: string; repaymentCode: string; outstandingCents: number }>`
    SELECT b.order_no, b.due_date, o.repayment_code, bb.outstanding_cents
    FROM bill b JOIN loan_order o USING (order_no) JOIN bill_balance bb USING (bill_no)
    WHERE b.bill_no = ${billNo} AND b.bill_status = 'ACTIVE' AND bb.outstanding_cents > 0`.execute(tx);
  const [found] = rows;
  if (!found) return null;
  const { orderNo: order, dueDate, repaymentCode: code, outstandingCents } = found;
  return {
    order,
    code,
    due: shillings(outstandingCents),
    dueDate: shownDay(dueDate),
    dpd: String(Math.max(0, daysBetween(dueDate, businessDateOf(now)))),
  };
}

async function ofPaidBill(tx: Tx, billNo: string, offer: Offer): Promise<Facts | null> {
  const { rows } = await sql<{
    orderNo: string;
    customerNo: string;
    orderStatus: string;
    termNo: number;
    terms: number;
  }>`
    SELECT b.order_no, b.customer_no, o.order_status, b.term_no, (SELECT max(all_bills.term_no) FROM bill all_bills
      WHERE all_bills.order_no = b.order_no) AS terms
    FROM bill b JOIN loan_order o USING (order_no)
    WHERE b.bill_no = ${billNo} AND b.bill_status = 'SETTLED'`.execute(tx);
  const [found] = rows;
  if (!found) return null;
  const { orderNo: order, customerNo, orderStatus, termNo, terms } = found;
  // While instalments are open there is nothing to be offered beside them.
  return { order, term: `${termNo}/${terms}`, ...(orderStatus === 'CLOSED' && (await offer('SETTLED', customerNo))) };
}
