import * as z from 'zod/mini';
import { component } from '../money.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

/** REPORT_DIMENSION_FINANCIAL */
export const dimension = z.enum(['DATE', 'MERCHANT', 'PRODUCT', 'CHANNEL', 'COMPONENT', 'LOAN_TYPE']);

export const measures = {
  lentCents: 'CENTS',
  disbursedCents: 'CENTS',
  receivedCents: 'CENTS',
  /** Beside what was received: what the channels' statements say came in. */
  statementInCents: 'CENTS',
  appliedCents: 'CENTS',
  incomeCents: 'CENTS',
  exciseCents: 'CENTS',
  waivedCents: 'CENTS',
  couponCents: 'CENTS',
  rewardCents: 'CENTS',
  chargedOffCents: 'CENTS',
  recoveredCents: 'CENTS',
  merchantIncomeCents: 'CENTS',
  refundedCents: 'CENTS',
  transferredCents: 'CENTS',
  channelFeeCents: 'CENTS',
  netCashCents: 'CENTS',
  principalOutstandingCents: 'CENTS',
  inFlightCents: 'CENTS',
  suspenseCents: 'CENTS',
  creditOwedCents: 'CENTS',
  yieldPct: 'PERCENT',
  /** The bridge: opening, lent, less repaid, by coupons and charged off, is what is outstanding. */
  principalOpeningCents: 'CENTS',
  principalRepaidCents: 'CENTS',
  principalCouponedCents: 'CENTS',
  principalChargedOffCents: 'CENTS',
  principalCheckCents: 'CENTS',
} as const satisfies ReportMeasures;

/** Money out, money in, income, losses and what is owed, from journals and postings alone. */
export const { query, exportList, drill, drillExport, definitions } = reportEndpoints('financial', {
  page: '/AdminContent/ReportSystem/FinancialReport',
  dimensions: ['DATE', 'MERCHANT', 'PRODUCT', 'CHANNEL', 'COMPONENT', 'LOAN_TYPE'],
  measures,
  filters: {
    lendingChannel: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    paymentChannel: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    component: z.optional(component),
    account: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  },
});
