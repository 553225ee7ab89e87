import { financialReport } from '@kituo/sdk/contracts';
import { daysBetween } from '../../../platform/policy/index.ts';
import { defineReport } from '../engine/define-report.ts';
import { type Counted, type Measure, percent } from '../engine/source.ts';
import { cents } from '../shared/formulas.ts';
import { postings } from './postings.ts';
import { statementLines } from './statement-lines.ts';

/*
 * Every figure comes from journals and postings by business date. A mirror counts on its own date under the kind that it
 * mirrors, so a closed day never moves.
 */

type Words = readonly [en: string, zh: string];

/** Debits less credits of accounts, by kinds of journals. */
function debits([en, zh]: Words, formula: string, where: string): Counted {
  return { en, zh, formula, where, source: 'postings', aggregate: 'sum', value: 'p.amount_cents' };
}
const credits = (words: Words, formula: string, where: string): Counted => ({
  ...debits(words, formula, where),
  value: '-p.amount_cents',
});
const balance = (words: Words, formula: string, account: string, sign: '' | '-' = ''): Counted => ({
  ...debits(words, formula, `p.account_code = '${account}'`),
  value: `${sign}p.amount_cents`,
  isStock: true,
});
const BANK = `p.account_code like 'BANK.%'`;
const PAID = `j.journal_kind = 'PAYOUT_SUCCEEDED' and a.subject_type =`;
const PRINCIPAL = `p.account_code = 'RECEIVABLE_PRINCIPAL'`;
/** Days are counted from here, to keep sums of cents by days small. */
const FIRST_DAY = '2020-01-01';

const measures: Record<keyof typeof financialReport.measures | Part, Measure> = {
  lentCents: debits(
    ['Lent', '放出本金'],
    'D(principal, PAYOUT_SENT): principal of loans sent out, less failed payouts',
    `${PRINCIPAL} and j.journal_kind = 'PAYOUT_SENT'`,
  ),
  disbursedCents: credits(
    ['Disbursed', '实际放款'],
    'C(bank, PAYOUT_SUCCEEDED) of loans',
    `${BANK} and ${PAID} 'LOAN'`,
  ),
  receivedCents: debits(['Received', '收款'], 'D(bank, RECEIPT)', `${BANK} and j.journal_kind = 'RECEIPT'`),
  statementInCents: cents(
    ['Received by statements', '对账单收款'],
    'statementLines',
    'incoming lines of the statements that channels sent, by their day; an account of several merchants only for readers of all',
    'true',
    'l.amount_cents',
  ),
  appliedCents: credits(
    ['Allocated', '已销账'],
    'C(receivable, APPLICATION), by component',
    `p.account_code like 'RECEIVABLE%' and j.journal_kind = 'APPLICATION'`,
  ),
  incomeCents: credits(
    ['Income', '收入'],
    'C(income) of interest, fees and late fees, without recoveries',
    `p.account_code like 'INCOME%' and p.account_code <> 'INCOME_RECOVERY'`,
  ),
  exciseCents: credits(['Excise', '消费税'], 'C(tax payable)', `p.account_code = 'TAX_PAYABLE'`),
  waivedCents: debits(['Waived', '减免'], 'D(waiver expense)', `p.account_code = 'WAIVER_EXPENSE'`),
  couponCents: debits(
    ['Coupons', '优惠券'],
    'D(marketing expense, COUPON)',
    `p.account_code = 'MARKETING_EXPENSE' and j.journal_kind = 'COUPON'`,
  ),
  rewardCents: debits(
    ['Rewards', '奖励'],
    'D(marketing expense, WALLET_REWARD)',
    `p.account_code = 'MARKETING_EXPENSE' and j.journal_kind = 'WALLET_REWARD'`,
  ),
  chargedOffCents: debits(['Charged off', '核销'], 'D(bad-debt expense)', `p.account_code = 'BAD_DEBT_EXPENSE'`),
  recoveredCents: credits(['Recovered', '坏账收回'], 'C(recovery income)', `p.account_code = 'INCOME_RECOVERY'`),
  merchantIncomeCents: credits(
    ['Merchant income', '商户收入'],
    'C(service income), of merchants and supermarket partners',
    `p.account_code = 'SERVICE_INCOME'`,
  ),
  refundedCents: credits(['Refunded', '退款'], 'C(bank, PAYOUT_SUCCEEDED) of refunds', `${BANK} and ${PAID} 'REFUND'`),
  transferredCents: credits(
    ['Transferred', '划转'],
    'C(bank, PAYOUT_SUCCEEDED) of transfers between own accounts',
    `${BANK} and ${PAID} 'TRANSFER'`,
  ),
  channelFeeCents: debits(['Channel fees', '渠道费'], 'D(channel charges)', `p.account_code = 'CHANNEL_CHARGES'`),
  netCashCents: debits(['Net cash', '净现金流'], 'D(bank), every kind of journal', BANK),
  principalOutstandingCents: balance(
    ['Principal outstanding', '在贷本金'],
    'B(principal) at the end',
    'RECEIVABLE_PRINCIPAL',
  ),
  inFlightCents: balance(['Payouts in flight', '放款在途'], '-B(payout clearing) at the end', 'PAYOUT_CLEARING', '-'),
  suspenseCents: balance(['Suspense', '暂收款'], '-B(suspense) at the end', 'SUSPENSE', '-'),
  creditOwedCents: balance(['Customer credit', '客户溢缴款'], '-B(customer credit) at the end', 'CUSTOMER_CREDIT', '-'),
  yieldPct: {
    en: 'Yield',
    zh: '年化收益率',
    formula: 'income / mean daily principal x 365 / days',
    parts: ['incomeCents', 'principalOutstandingCents'],
    from: (row) => {
      const { from, to } = row.period;
      const days = daysBetween(from, to) + 1;
      const moved = row.of('principalOutstandingCents') - row.opening('principalOutstandingCents');
      // Each change counts for the days from its own to the last.
      const centDays =
        row.opening('principalOutstandingCents') * days +
        moved * (daysBetween(FIRST_DAY, to) + 1) -
        row.of('principalByDay');
      return percent(row.of('incomeCents') * 365, centDays);
    },
  },
  principalCheckCents: {
    en: 'Principal check',
    zh: '本金核对',
    formula: 'opening + lent - repaid - by coupons - charged off - closing; always 0',
    parts: ['lentCents', 'principalRepaidCents', 'principalCouponedCents', 'principalChargedOffCents'],
    from: (row) =>
      row.opening('principalOutstandingCents') +
      row.of('lentCents') -
      row.of('principalRepaidCents') -
      row.of('principalCouponedCents') -
      row.of('principalChargedOffCents') -
      row.of('principalOutstandingCents'),
  },
  principalOpeningCents: {
    en: 'Opening principal',
    zh: '期初本金',
    formula: 'B(principal) before the first day',
    parts: ['principalOutstandingCents'],
    from: (row) => row.opening('principalOutstandingCents'),
  },
  principalRepaidCents: {
    ...credits(
      ['Principal repaid', '已还本金'],
      'C(principal, APPLICATION)',
      `${PRINCIPAL} and j.journal_kind = 'APPLICATION'`,
    ),
  },
  principalCouponedCents: {
    ...credits(
      ['Principal by coupons', '优惠券抵本金'],
      'C(principal, COUPON)',
      `${PRINCIPAL} and j.journal_kind = 'COUPON'`,
    ),
  },
  principalChargedOffCents: {
    ...credits(
      ['Principal charged off', '核销本金'],
      'C(principal, CHARGE_OFF)',
      `${PRINCIPAL} and j.journal_kind = 'CHARGE_OFF'`,
    ),
  },
  principalByDay: {
    ...debits(['Principal by days', '本金日积数'], 'principal x day number', PRINCIPAL),
    value: `p.amount_cents * (p.business_date - date '${FIRST_DAY}')`,
  },
};
type Part = 'principalByDay';

/** Money out, money in, income, losses and what is owed. */
export const financial = defineReport({
  name: 'financial',
  title: { en: 'Financial report', zh: '财务报表' },
  endpoints: financialReport,
  units: financialReport.measures,
  dimension: 'DATE',
  sources: { postings, statementLines },
  measures,
});
