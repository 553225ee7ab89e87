import { sql } from 'kysely';
import type { coupon } from '@kituo/sdk/contracts';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { useRule } from './coupons.ts';

interface Range {
  readonly page: number;
  readonly pageSize: number;
}
interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

async function counted<Row>(
  rows: Row[],
  count: PromiseLike<{ readonly total: number } | undefined>,
): Promise<Listed<Row>> {
  const total = (await count)?.total ?? 0;
  return { rows, ...countedTo(total) };
}

type TemplateFilters = (typeof coupon.templatePage.request)['_zod']['output']['filters'];

export async function templatesPage(
  db: Queryable,
  caller: Caller,
  filters: TemplateFilters,
  { page, pageSize }: Range,
): Promise<Listed<coupon.TemplateRow>> {
  let query = db.selectFrom('couponTemplate as t');
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos) query = query.where(sql<boolean>`t.merchant_no = any(${merchantNos})`);
  if (filters.merchantNo) query = query.where('t.merchantNo', '=', filters.merchantNo);
  if (filters.couponType) query = query.where('t.couponType', '=', filters.couponType);
  if (filters.templateStatus) query = query.where('t.templateStatus', '=', filters.templateStatus);
  if (filters.couponTemplateNo) {
    query = query.where('t.couponTemplateNo', '=', filters.couponTemplateNo);
  }
  if (filters.couponContent) {
    query = query.where('t.couponContent', 'ilike', anywhere(filters.couponContent));
  }
  const rows = await query
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .innerJoin('appUser as a', 'a.userNo', 't.makerUserNo')
    .leftJoin('appUser as c', 'c.userNo', 't.checkerUserNo')
    .selectAll('t')
    .select(['m.merchantName', 'a.realName as makerName', 'c.realName as checkerName'])
    .orderBy('t.couponTemplateNo', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const count = query.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const can = (code: string): boolean => caller.codes.has(code);
  return await counted(
    rows.map(({ makerUserNo, checkerUserNo: _, version: __, decidedAt: ___, ...row }) => {
      const mayDecide = can('operation:couponConfig:audit') && makerUserNo !== caller.userNo;
      const isPending = row.templateStatus === 'PENDING';
      const is = {
        approve: isPending && mayDecide,
        reject: isPending && mayDecide,
        enable: row.templateStatus === 'DISABLED' && can('operation:couponConfig:save'),
        disable: row.templateStatus === 'ENABLED' && can('operation:couponConfig:save'),
        grant: row.templateStatus === 'ENABLED' && can('operation:coupon:grant'),
      };
      const order = ['approve', 'reject', 'enable', 'disable', 'grant'] as const;
      return {
        ...row,
        useRule: useRule.parse(row.useRule),
        createdAt: row.createdAt.toISOString(),
        allowedActions: order.filter((action) => is[action]),
      };
    }),
    count,
  );
}

type CouponFilters = (typeof coupon.couponPage.request)['_zod']['output']['filters'];

export async function couponsPage(
  db: Queryable,
  caller: Caller,
  filters: CouponFilters,
  sort: { readonly field: 'issuedAt' | 'expiresAt'; readonly direction: 'asc' | 'desc' } | null,
  { page, pageSize }: Range,
): Promise<Listed<coupon.CouponRow>> {
  let query = db.selectFrom('coupon as c').innerJoin('customer as cu', 'cu.customerNo', 'c.customerNo');
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos) query = query.where(sql<boolean>`c.merchant_no = any(${merchantNos})`);
  for (const field of ['merchantNo', 'couponType', 'couponStatus', 'couponNo', 'couponTemplateNo'] as const) {
    const value = filters[field];
    if (value) query = query.where(`c.${field}`, '=', value);
  }
  if (filters.phone) query = query.where('cu.phone', '=', filters.phone);
  const { field, direction } = sort ?? { field: 'issuedAt', direction: 'desc' };
  const rows = await query
    .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'c.couponTemplateNo')
    .leftJoin('couponUse as u', (join) => join.onRef('u.couponNo', '=', 'c.couponNo').on('u.isLive', '=', true))
    .select(['c.couponNo', 'c.couponTemplateNo', 't.couponContent', 'c.couponType', 'c.merchantNo'])
    .select(['c.amountCents', 'c.customerNo', 'cu.phone', 'c.couponStatus', 'c.freezeReason'])
    .select(['u.billNo', 'u.usedCents', 'c.heldOrderNo', 'c.effectiveOn', 'c.expiresAt', 'c.issuedAt'])
    .orderBy(`c.${field}`, direction)
    .orderBy('c.couponNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const count = query.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const mayFreeze = caller.codes.has('operation:coupon:freeze');
  return await counted(
    rows.map((row) => ({
      ...row,
      phone: maskPhone(row.phone),
      expiresAt: row.expiresAt.toISOString(),
      issuedAt: row.issuedAt.toISOString(),
      allowedActions:
        mayFreeze && row.couponStatus === 'AVAILABLE'
          ? ['freeze' as const]
          : mayFreeze && row.couponStatus === 'FROZEN' && row.heldOrderNo === null
            ? ['unfreeze' as const]
            : [],
    })),
    count,
  );
}

type ApplicationFilters = (typeof coupon.applicationPage.request)['_zod']['output']['filters'];
type ApplicationRow = (typeof coupon.applicationRow)['_zod']['output'];

export async function applicationsPage(
  db: Queryable,
  caller: Caller,
  filters: ApplicationFilters,
  { page, pageSize }: Range,
): Promise<Listed<ApplicationRow>> {
  let query = db.selectFrom('couponApplication as a');
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos) query = query.where(sql<boolean>`a.merchant_no = any(${merchantNos})`);
  if (filters.merchantNo) query = query.where('a.merchantNo', '=', filters.merchantNo);
  if (filters.applicationStatus) {
    query = query.where('a.applicationStatus', '=', filters.applicationStatus);
  }
  const rows = await query
    .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'a.couponTemplateNo')
    .innerJoin('appUser as m', 'm.userNo', 'a.applicantUserNo')
    .leftJoin('appUser as d', 'd.userNo', 'a.decidedBy')
    .select(['a.couponApplicationNo', 'a.couponTemplateNo', 't.couponContent', 'a.merchantNo'])
    .select(sql<number>`cardinality(a.customer_nos)`.as('customers'))
    .select(sql<number>`cardinality(a.customer_nos) * t.amount_cents`.as('totalCents'))
    .select(['a.effectiveOn', 'a.reason', 'a.applicationStatus', 'm.realName as applicantName'])
    .select(['d.realName as decidedByName', 'a.decidedAt', 'a.decisionReason', 'a.createdAt'])
    .select('a.applicantUserNo')
    .orderBy(sql`a.application_status = 'PENDING'`, 'desc')
    .orderBy('a.couponApplicationNo', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const count = query.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const mayDecide = ['operation:couponConfig:audit', 'customerService:coupon:audit'].some((code) =>
    caller.codes.has(code),
  );
  return await counted(
    rows.map(({ applicantUserNo, ...row }) => ({
      ...row,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      allowedActions:
        mayDecide && row.applicationStatus === 'PENDING' && applicantUserNo !== caller.userNo
          ? ['approve' as const, 'reject' as const]
          : [],
    })),
    count,
  );
}
