import { promoCode } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { statusOfCode } from './code-status.ts';

/** Of the template's last batch before this one that had codes, what part of the possible redemptions was made. */
const lastRedeemed = sql<
  number | null
>`(SELECT (SELECT count(*) FROM promo_redemption r WHERE r.batch_no = last.batch_no)::float8
    / (last.code_count * last.max_redemptions)
  FROM promo_batch last WHERE last.coupon_template_no = b.coupon_template_no AND last.created_at < b.created_at
    AND last.batch_status IN ('ENABLED', 'DISABLED') ORDER BY last.created_at DESC LIMIT 1)`;

/** Batches of promo codes. */
export const batches = defineList(
  promoCode.batchPage,
  (db) => db.selectFrom('promoBatch as b'),
  (by) => ({
    scope: by.ofMerchants('b.merchantNo'),
    key: 'b.batchNo',
    missing: 'PROMO_BATCH_NOT_FOUND',
    filters: {
      batchNo: by.is('b.batchNo'),
      couponTemplateNo: by.is('b.couponTemplateNo'),
      batchStatus: by.is('b.batchStatus'),
      merchantNo: by.is('b.merchantNo'),
    },
    sorts: { createdAt: 'b.createdAt' },
    first: [['b.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'b.couponTemplateNo')
        .innerJoin('merchant as m', 'm.merchantNo', 'b.merchantNo')
        .innerJoin('appUser as maker', 'maker.userNo', 'b.makerUserNo')
        .leftJoin('appUser as checker', 'checker.userNo', 'b.checkerUserNo')
        .select(['b.batchNo', 'b.couponTemplateNo', 't.couponContent', 't.couponType', 't.amountCents'])
        .select(['b.merchantNo', 'm.merchantName', 'b.ownCode', 'b.codeCount', 'b.maxRedemptions', 'b.budgetCents'])
        .select(['b.spentCents', 'b.endsOn', 'b.reason', 'b.batchStatus', 'b.decisionReason', 'b.createdAt'])
        .select(['maker.realName as makerName', 'checker.realName as checkerName', 'b.makerUserNo'])
        .select(sql<number>`(SELECT count(*) FROM promo_redemption r WHERE r.batch_no = b.batch_no)`.as('redeemed'))
        .select(lastRedeemed.as('lastRedeemed')),
    row: ({ makerUserNo, createdAt, lastRedeemed: rate, ...row }, { caller }) => {
      const mayDecide = caller.codes.has('operation:couponConfig:audit') && makerUserNo !== caller.userNo;
      const mayEnd = caller.codes.has('operation:promocode:generate');
      const most = row.codeCount * row.maxRedemptions * row.amountCents;
      return {
        ...row,
        mostCents: Math.min(most, row.budgetCents),
        forecastCents:
          rate === null
            ? null
            : Math.min(Math.round(row.codeCount * row.maxRedemptions * rate) * row.amountCents, row.budgetCents),
        createdAt: createdAt.toISOString(),
        allowedActions: [
          ...(mayDecide && row.batchStatus === 'PENDING' ? (['approve', 'reject'] as const) : []),
          ...(mayEnd && row.batchStatus === 'ENABLED' ? (['disable'] as const) : []),
        ],
      };
    },
  }),
);

/** The promo codes of approved batches. */
export const codes = defineList(
  promoCode.page,
  (db) => db.selectFrom('promoCode as c').innerJoin('promoBatch as b', 'b.batchNo', 'c.batchNo'),
  (by) => ({
    scope: by.ofMerchants('b.merchantNo'),
    key: 'c.promoCode',
    missing: 'PROMO_CODE_UNKNOWN',
    filters: {
      promoCode: by.is('c.promoCode'),
      batchNo: by.is('b.batchNo'),
      merchantNo: by.is('b.merchantNo'),
      promoCodeStatus: (status) => {
        const today = businessDateOf(new Date());
        // In the order of `statusOfCode`.
        return sql<boolean>`${status} = CASE
          WHEN c.disabled_at IS NOT NULL OR b.batch_status <> 'ENABLED' THEN 'DISABLED'
          WHEN b.ends_on < ${today}::date THEN 'EXPIRED'
          WHEN c.redeemed >= b.max_redemptions THEN 'EXHAUSTED'
          ELSE 'ENABLED' END`;
      },
    },
    sorts: { redeemed: 'c.redeemed' },
    first: [['b.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'b.couponTemplateNo')
        .innerJoin('merchant as m', 'm.merchantNo', 'b.merchantNo')
        .select(['c.promoCode', 'c.batchNo', 'b.couponTemplateNo', 't.couponContent', 'm.merchantName', 'c.redeemed'])
        .select(['b.maxRedemptions', 'b.endsOn', 'b.batchStatus', 'c.disabledAt']),
    row: ({ batchStatus, disabledAt, ...row }, { caller }) => {
      const status = statusOfCode({ ...row, batchStatus }, { ...row, disabledAt }, businessDateOf(new Date()));
      return {
        ...row,
        promoCodeStatus: status,
        allowedActions:
          caller.codes.has('operation:promocode:generate') && status !== 'DISABLED' ? ['disable' as const] : [],
      };
    },
  }),
);
