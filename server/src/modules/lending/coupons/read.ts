import { type Selectable, sql } from 'kysely';
import { coupon } from '@kituo/sdk/contracts';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { openVersions } from '../../platform/configuration/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { useRule } from './coupons.ts';
import type { CouponTemplateTable } from './tables.ts';
import { couponTermsFamily, subjectOf } from './template-terms.ts';

/** Coupon templates. */
export const templates = defineList(
  coupon.templatePage,
  (db) => db.selectFrom('couponTemplate as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.couponTemplateNo',
    filters: {
      couponTemplateNo: by.is('t.couponTemplateNo'),
      couponContent: by.contains('t.couponContent'),
      couponType: by.is('t.couponType'),
      templateStatus: by.is('t.templateStatus'),
      merchantNo: by.is('t.merchantNo'),
    },
    sorts: { createdAt: 't.createdAt' },
    first: [],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('appUser as a', 'a.userNo', 't.makerUserNo')
        .leftJoin('appUser as c', 'c.userNo', 't.checkerUserNo')
        .selectAll('t')
        .select(['m.merchantName', 'a.realName as makerName', 'c.realName as checkerName']),
    rows: async (stored, { db, caller }) => {
      const open = await openVersions(db, couponTermsFamily.key, stored.map(subjectOf));
      return stored.map((row) => templateRowOf(row, open.get(subjectOf(row)) ?? null, caller));
    },
  }),
);

type StoredTemplate = Selectable<CouponTemplateTable> & {
  readonly merchantName: string;
  readonly makerName: string;
  readonly checkerName: string | null;
};

function templateRowOf(
  stored: StoredTemplate,
  openVersion: coupon.TemplateRow['openVersion'],
  caller: Caller,
): coupon.TemplateRow {
  const { makerUserNo, checkerUserNo: _, version: __, decidedAt: ___, termsVersionNo, ...row } = stored;
  const can = (code: string): boolean => caller.codes.has(code);
  const { templateStatus: status } = row;
  const mayDecide = status === 'PENDING' && can('operation:couponConfig:audit') && makerUserNo !== caller.userNo;
  const isOpen = openVersion?.versionStatus === 'DRAFT' || openVersion?.versionStatus === 'PENDING';
  const maySave = can('operation:couponConfig:save');
  const is = {
    approve: mayDecide,
    reject: mayDecide,
    // A draft, or what awaits approval, is gone on with in the versions.
    update: (status === 'ENABLED' || status === 'DISABLED') && maySave && !isOpen,
    enable: status === 'DISABLED' && maySave,
    disable: status === 'ENABLED' && maySave,
    grant: status === 'ENABLED' && can('operation:coupon:grant'),
    generate: status === 'ENABLED' && can('operation:promocode:generate'),
  };
  const order = ['approve', 'reject', 'update', 'enable', 'disable', 'grant', 'generate'] as const;
  return {
    ...row,
    useRule: useRule.parse(row.useRule),
    versionNo: termsVersionNo === 0 ? null : termsVersionNo,
    openVersion,
    createdAt: row.createdAt.toISOString(),
    allowedActions: order.filter((action) => is[action]),
  };
}

/** Whole days from a coupon's first to its end. */
const validityDays = sql<number>`((c.expires_at AT TIME ZONE 'Africa/Nairobi')::date - c.effective_on)`;
const issuedVia = sql<coupon.CouponRow['issuedVia']>`CASE
  WHEN a.coupon_application_no IS NOT NULL THEN CASE WHEN a.config_no IS NULL THEN 'GRANT' ELSE 'SERVICE' END
  WHEN r.coupon_no IS NOT NULL THEN 'PROMO_CODE'
  WHEN EXISTS (SELECT FROM activity_award w WHERE w.coupon_no = c.coupon_no) THEN 'ACTIVITY'
  ELSE 'AUTOMATIC' END`;

/** Coupons that were issued. */
export const coupons = defineList(
  coupon.couponPage,
  (db) =>
    db
      .selectFrom('coupon as c')
      .innerJoin('customer as cu', 'cu.customerNo', 'c.customerNo')
      .leftJoin('couponApplication as a', 'a.couponApplicationNo', 'c.couponApplicationNo')
      .leftJoin('promoRedemption as r', 'r.couponNo', 'c.couponNo'),
  (by) => ({
    scope: by.ofMerchants('c.merchantNo'),
    key: 'c.couponNo',
    missing: 'COUPON_NOT_FOUND',
    filters: {
      couponNo: by.is('c.couponNo'),
      couponTemplateNo: by.is('c.couponTemplateNo'),
      phone: by.is('cu.phone'),
      couponType: by.is('c.couponType'),
      couponStatus: by.is('c.couponStatus'),
      merchantNo: by.is('c.merchantNo'),
      promoCode: by.is('r.promoCode'),
      batchNo: by.is('r.batchNo'),
      issuedVia: (via) => sql<boolean>`${issuedVia} = ${via}`,
      expiresAt: by.days('c.expiresAt'),
    },
    sorts: { issuedAt: 'c.issuedAt', expiresAt: 'c.expiresAt' },
    first: [['c.issuedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'c.couponTemplateNo')
        .leftJoin('couponUse as u', (join) => join.onRef('u.couponNo', '=', 'c.couponNo').on('u.isLive', '=', true))
        .select(['c.couponNo', 'c.couponTemplateNo', 't.couponContent', 'c.couponType', 'c.merchantNo'])
        .select(['c.amountCents', 'c.discountBps', 'c.customerNo', 'cu.phone', 'c.couponStatus', 'c.freezeReason'])
        .select(['u.billNo', 'u.usedCents', 'c.heldOrderNo', 'c.effectiveOn', 'c.expiresAt', 'c.issuedAt'])
        .select(['c.useRule', 'r.promoCode', validityDays.as('validityDays'), issuedVia.as('issuedVia')]),
    row: (row, { caller }) => {
      const mayFreeze = caller.codes.has('operation:coupon:freeze');
      return {
        ...row,
        useRule: useRule.parse(row.useRule),
        expiresAt: row.expiresAt.toISOString(),
        issuedAt: row.issuedAt.toISOString(),
        allowedActions:
          mayFreeze && row.couponStatus === 'AVAILABLE'
            ? ['freeze' as const]
            : mayFreeze && row.couponStatus === 'FROZEN' && row.heldOrderNo === null
              ? ['unfreeze' as const]
              : [],
      };
    },
    personal: { phone: 'phone' },
  }),
);

/** What of coupons is masked, in full for those who hold the page. */
export const couponReveals = rowReveals(coupons, {
  name: 'coupon',
  title: { en: 'coupons', zh: '优惠券' },
  page: coupon.couponPage,
  fields: { phone: 'phone' },
});

const DECIDERS = ['operation:couponConfig:audit', 'customerService:coupon:audit'];

/** Applications for coupons, those that wait first. */
export const couponApplications = defineList(
  coupon.applicationPage,
  (db) => db.selectFrom('couponApplication as a'),
  (by) => ({
    scope: by.ofMerchants('a.merchantNo'),
    key: 'a.couponApplicationNo',
    filters: { applicationStatus: by.is('a.applicationStatus'), merchantNo: by.is('a.merchantNo') },
    sorts: { createdAt: 'a.createdAt' },
    first: [[sql`a.application_status = 'PENDING'`, 'desc']],
    select: (query) =>
      query
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'a.couponTemplateNo')
        .innerJoin('appUser as m', 'm.userNo', 'a.applicantUserNo')
        .leftJoin('appUser as d', 'd.userNo', 'a.decidedBy')
        .select(['a.couponApplicationNo', 'a.couponTemplateNo', 't.couponContent', 'a.merchantNo'])
        .select(sql<number>`cardinality(a.customer_nos)`.as('customers'))
        .select(sql<number>`cardinality(a.customer_nos) * t.amount_cents`.as('totalCents'))
        .select(['a.effectiveOn', 'a.reason', 'a.applicationStatus', 'm.realName as applicantName'])
        .select(['d.realName as decidedByName', 'a.decidedAt', 'a.decisionReason', 'a.createdAt'])
        .select('a.applicantUserNo'),
    row: ({ applicantUserNo, ...row }, { caller }) => {
      const mayDecide = applicantUserNo !== caller.userNo && DECIDERS.some((code) => caller.codes.has(code));
      return {
        ...row,
        decidedAt: row.decidedAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
        allowedActions: mayDecide && row.applicationStatus === 'PENDING' ? ['approve' as const, 'reject' as const] : [],
      };
    },
  }),
);

/** A coupon with its life. @throws AppError COUPON_NOT_FOUND */
export async function readCoupon(couponNo: string, call: Call) {
  const { db } = call;
  const row = await coupons.one(couponNo, call);
  const application = await db
    .selectFrom('coupon as c')
    .innerJoin('couponApplication as a', 'a.couponApplicationNo', 'c.couponApplicationNo')
    .innerJoin('appUser as m', 'm.userNo', 'a.applicantUserNo')
    .leftJoin('appUser as d', 'd.userNo', 'a.decidedBy')
    .select(['a.couponApplicationNo', 'm.realName as applicantName', 'd.realName as decidedByName', 'a.reason'])
    .where('c.couponNo', '=', couponNo)
    .executeTakeFirst();
  const events = await db
    .selectFrom('couponEvent as e')
    .leftJoin('appUser as u', 'u.userNo', 'e.userNo')
    .select(['e.command', 'e.fromStatus', 'e.toStatus', 'e.reason', 'e.at', 'u.realName'])
    .where('e.couponNo', '=', couponNo)
    .orderBy('e.eventId', 'desc')
    .execute();
  return {
    row,
    application: application ?? null,
    history: events.map(({ command, fromStatus, toStatus, reason, at, realName }) => ({
      action: `coupon.${command}`,
      happenedAt: at.toISOString(),
      byName: realName,
      before: fromStatus === null ? null : { couponStatus: fromStatus },
      after: { couponStatus: toStatus },
      reason,
    })),
  };
}
