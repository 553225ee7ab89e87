import { autoRule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { billMachine, setBillStatus } from '../../lending/bills/index.ts';
import { casesAfterPayment } from '../../collections/collections/index.ts';
import { type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';
import {
  applyForDeduction,
  decideDeduction,
  lockDeduction,
  markDeductionApplied,
} from '../../lending/deductions/index.ts';
import {
  type Amounts,
  type Component,
  billPostings,
  COMPONENTS,
  partsOf,
  postJournal,
  totalOf,
} from '../../platform/ledger/index.ts';
import { applyCredit, closeWhenDone, freeCredit, type LockedLoan, lockLoan } from '../payments/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** When a merchant's bills with next to nothing on them are closed by the system; at first never. */
export const autoSettleFamily: ConfigFamily<autoRule.AutoSettleRule> = {
  key: 'afterLoan.autoSettle',
  title: { en: 'Automatic zero settlement', zh: '自动零额结清' },
  value: autoRule.autoSettleRule,
  isPerSubject: true,
  access: {
    see: { page: ['/AdminContent/AfterLoanSystem/AutoSettlementConfig'] },
    save: 'afterLoan:autoSettle:save',
    decide: 'afterLoan:autoSettle:audit',
  },
  initial: async () => await Promise.resolve(null),
  check: refuseStrangeMerchant,
};

const REASON = 'AUTO_SETTLE';

interface RuleInForce {
  readonly merchantNo: string;
  readonly rule: autoRule.AutoSettleRule;
  readonly versionNo: number;
  /** Who wrote the rule and who agreed stand as the waiver's two people. */
  readonly makerUserNo: string;
  readonly checkerUserNo: string;
}

async function rulesInForce(db: Queryable, now: Date): Promise<RuleInForce[]> {
  const rows = await db
    .selectFrom('configVersion')
    .distinctOn('subjectNo')
    .select(['subjectNo', 'value', 'versionNo', 'makerUserNo', 'checkerUserNo'])
    .where('configKey', '=', autoSettleFamily.key)
    .where('storedStatus', 'in', ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED'])
    .where('inForceFrom', '<=', now)
    .orderBy('subjectNo')
    .orderBy('inForceFrom', 'desc')
    .execute();
  return rows.flatMap(({ subjectNo: merchantNo, value, checkerUserNo, ...version }) => {
    const rule = autoRule.autoSettleRule.safeParse(value).data;
    return rule && checkerUserNo ? [{ ...version, merchantNo, rule, checkerUserNo }] : [];
  });
}

interface Candidate {
  readonly billNo: string;
  readonly orderNo: string;
  readonly outstandingCents: number;
}

/** Bills that a rule may close: nothing owed, a rest within bounds, or a rest that a surplus may pay. */
async function candidates(
  db: Queryable,
  merchantNo: string,
  { residualMaxCents, useCredit }: autoRule.AutoSettleRule,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select b.bill_no, b.order_no, bb.outstanding_cents
    from bill b join bill_balance bb using (bill_no) join loan_order o using (order_no)
    where b.merchant_no = ${merchantNo} and b.bill_status = 'ACTIVE' and o.order_status = 'DISBURSED'
      and (bb.outstanding_cents <= ${residualMaxCents}
        or ${useCredit} and exists (select from payment_flow f where f.customer_no = o.customer_no
          and f.credited_cents >= bb.outstanding_cents))
    order by b.bill_no limit 500`.execute(db);
  return rows;
}

/**
 * Closes what the rules in force say, a bill a transaction; run again it finds what is left. A day's cap that is
 * reached ends the merchant's run. @returns how many bills it closed.
 */
export async function settleAlmost(db: Database, now: Date, log: Logger): Promise<number> {
  let closed = 0;
  for (const inForce of await rulesInForce(db, now)) {
    for (const candidate of await candidates(db, inForce.merchantNo, inForce.rule)) {
      try {
        const done = await db.transaction().execute((tx) => settleOne(tx, candidate, inForce, now));
        if (done === 'CAP') {
          log.warn({ merchantNo: inForce.merchantNo }, 'the day’s cap of automatic waivers is reached');
          break;
        }
        if (done) closed += 1;
      } catch (error) {
        const about = { err: error, billNo: candidate.billNo };
        if (!(error instanceof AppError)) log.error(about, 'a bill could not be closed by itself');
      }
    }
  }
  return closed;
}

/** @returns how it was closed; null where it is none of the rule's; CAP where the day's waivers are used up. */
async function settleOne(
  tx: Tx,
  { billNo, orderNo }: Candidate,
  inForce: RuleInForce,
  now: Date,
): Promise<'ZERO' | 'CREDIT' | 'WAIVER' | 'CAP' | null> {
  const { rule, merchantNo, versionNo } = inForce;
  const loan = await lockLoan(tx, orderNo, businessDateOf(now));
  const [oldest] = loan.open;
  // An earlier bill comes first, and its money would be this one's.
  if (oldest?.billNo !== billNo) return null;
  const { outstanding } = oldest;
  const owedCents = totalOf(outstanding);
  const how = await closeBy(tx, { loan, billNo, outstanding, owedCents, rule, inForce, now });
  if (how === null || how === 'CAP') return how;
  await casesAfterPayment(tx, orderNo, now);
  await publishEvent(tx, {
    topic: 'bill.autoSettle',
    subjectType: 'bill',
    subjectNo: billNo,
    merchantNo,
    before: { billStatus: 'ACTIVE', outstandingCents: owedCents },
    after: { billStatus: 'SETTLED', how, versionNo },
  });
  return how;
}

interface Closing {
  readonly loan: LockedLoan;
  readonly billNo: string;
  readonly outstanding: Amounts;
  readonly owedCents: number;
  readonly rule: autoRule.AutoSettleRule;
  readonly inForce: RuleInForce;
  readonly now: Date;
}

async function closeBy(tx: Tx, closing: Closing) {
  const { loan, billNo, owedCents, rule, now } = closing;
  const { orderNo, customerNo } = loan.order;
  if (owedCents === 0) {
    await settle(tx, closing);
    return 'ZERO';
  }
  const sources = rule.useCredit ? await freeCredit(tx, customerNo) : [];
  const source = sources.find(({ freeCents }) => freeCents >= owedCents);
  if (source) {
    await applyCredit(tx, {
      orderNo,
      billNo,
      repayType: 'SETTLE',
      flowNo: source.flowNo,
      amountCents: owedCents,
      idempotencyKey: `auto-settle/${billNo}/${loan.balances.get(billNo)?.version ?? 0}`,
      at: now,
    });
    return 'CREDIT';
  }
  return await waiveRest(tx, closing);
}

async function settle(tx: Tx, { loan, billNo, now }: Closing): Promise<void> {
  const bill = loan.bills.find((one) => one.billNo === billNo);
  if (!bill) throw new AppError('BILL_NOT_FOUND');
  const billStatus = advance(billMachine, bill.billStatus, 'settle');
  await setBillStatus(tx, bill, billStatus, { actualDate: businessDateOf(now) });
  await closeWhenDone(tx, loan, [billNo], now);
}

/**
 * Waives what a payment left, as a waiver by the two people of the rule. It hangs on that payment's application:
 * its rollback takes the waiver back and opens the bill.
 */
async function waiveRest(tx: Tx, closing: Closing): Promise<'WAIVER' | 'CAP' | null> {
  const { loan, billNo, outstanding, owedCents, rule, inForce, now } = closing;
  const { merchantNo, makerUserNo, checkerUserNo, versionNo } = inForce;
  const { orderNo } = loan.order;
  const mayGo: ReadonlySet<Component> = new Set(rule.components);
  const isWithin = COMPONENTS.every((one) => outstanding[one] === 0 || mayGo.has(one));
  if (!isWithin || owedCents > rule.residualMaxCents) return null;
  const application = await tx
    .selectFrom('paymentApplication')
    .select('applicationNo')
    .where('orderNo', '=', orderNo)
    .where('applicationStatus', '=', 'LIVE')
    .orderBy('applicationNo', 'desc')
    .forNoKeyUpdate()
    .executeTakeFirst();
  const balance = loan.balances.get(billNo);
  if (!application || !balance) return null;
  // One after the other, or two would find the same room below the cap.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auto-settle ${merchantNo}`}, 0))`.execute(tx);
  if ((await waivedToday(tx, merchantNo, now)) + owedCents > rule.dailyCapCents) return 'CAP';
  const deductionNo = await applyForDeduction(tx, {
    bill: { billNo, orderNo, merchantNo },
    balance,
    waived: outstanding,
    reason: REASON,
    remark: `Version ${versionNo}`,
    applicantUserNo: makerUserNo,
    roleCapCents: rule.residualMaxCents,
  });
  const decision = { isApproved: true, userNo: checkerUserNo, roleCapCents: rule.residualMaxCents, balance, at: now };
  await decideDeduction(tx, deductionNo, decision);
  const { journalId } = await postJournal(tx, {
    kind: 'DEDUCTION',
    businessDate: businessDateOf(now),
    merchantNo,
    cause: { type: 'APPLICATION', no: application.applicationNo },
    idempotencyKey: `auto-settle/${deductionNo}`,
    makerUserNo,
    checkerUserNo,
    lines: billPostings.deduction({ parts: partsOf(outstanding).map((part) => ({ billNo, ...part })) }),
  });
  const { applicationNo } = application;
  await markDeductionApplied(tx, await lockDeduction(tx, deductionNo), applicationNo);
  await sql`update payment_application set journal_ids = journal_ids || ${journalId}::bigint,
    settled_bill_nos = settled_bill_nos || ${billNo}::text where application_no = ${applicationNo}`.execute(tx);
  await settle(tx, closing);
  return 'WAIVER';
}

async function waivedToday(db: Queryable, merchantNo: string, now: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(total_cents), 0)::bigint as cents from deduction
    where merchant_no = ${merchantNo} and reason = ${REASON} and deduction_status = 'APPLIED'
      and decided_at >= ${startOfBusinessDate(businessDateOf(now))}`.execute(db);
  return rows[0]?.cents ?? 0;
}

const SHOWN = 200;

/** @throws AppError REFERENCE_UNKNOWN */
export async function simulateAutoSettle(
  { merchantNo, rule }: { readonly merchantNo: string; readonly rule: autoRule.AutoSettleRule },
  { db, caller }: Call,
) {
  if (!seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const found = await candidates(db, merchantNo, rule);
  const restCents = found
    .filter(({ outstandingCents }) => outstandingCents <= rule.residualMaxCents)
    .reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  return {
    bills: found.length,
    waivedCents: Math.min(restCents, rule.dailyCapCents),
    billNos: found.slice(0, SHOWN).map(({ billNo }) => billNo),
  };
}
