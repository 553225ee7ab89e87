import { serviceCoupon, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { isListed } from '../../parties/blacklist/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { isUnread } from './service-read.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

const RECENT_DAYS = 90;
/** Coupons and customers that a drawer lists. */
const SHOWN = 100;

/** What agents applied for: one's own, or all of one's merchants for whoever decides. */
const applications = (isOwn: boolean) =>
  defineList(
    serviceCoupon.own.page,
    (db) =>
      db
        .selectFrom('couponApplication as a')
        .innerJoin('serviceCouponConfig as c', 'c.configNo', 'a.configNo')
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'a.couponTemplateNo'),
    (by) => ({
      scope: (reader) => {
        const within = by.ofMerchants('a.merchantNo')(reader);
        if (!isOwn) return within;
        const { userNo } = reader.caller;
        return sql<boolean>`${within === null ? sql`true` : within} and a.applicant_user_no = ${userNo}`;
      },
      key: 'a.couponApplicationNo',
      missing: 'COUPON_APPLICATION_NOT_FOUND',
      filters: {
        couponApplicationNo: by.contains('a.couponApplicationNo'),
        phone: (phone) => sql<boolean>`cardinality(a.customer_nos) = 1 and exists (select from customer x
          where x.customer_no = a.customer_nos[1] and x.phone = ${phone})`,
        applicantUserNo: by.is('a.applicantUserNo'),
        couponContent: by.contains('c.couponContent'),
        couponType: by.is('t.couponType'),
        merchantNo: by.is('a.merchantNo'),
        applicationStatus: by.is('a.applicationStatus'),
        isUnread: (is) => sql<boolean>`${isUnread} = ${is}`,
        createdAt: by.days('a.createdAt'),
      },
      sorts: { createdAt: 'a.createdAt' },
      first: [[sql`a.application_status = 'PENDING'`, 'desc']],
      select: (query) =>
        query
          .innerJoin('merchant as m', 'm.merchantNo', 'a.merchantNo')
          .innerJoin('appUser as u', 'u.userNo', 'a.applicantUserNo')
          .leftJoin('appUser as d', 'd.userNo', 'a.decidedBy')
          .leftJoin('customer as cu', (join) =>
            join.on(sql<boolean>`cardinality(a.customer_nos) = 1 and cu.customer_no = a.customer_nos[1]`),
          )
          .select(['a.couponApplicationNo', 'c.configNo', 'c.couponContent', 't.couponType', 'a.merchantNo'])
          .select(['m.merchantName', 't.amountCents', 'a.quantity', 'a.reason', 'a.feedbackNo'])
          .select(['a.recordNo', 'a.readAt'])
          .select(['a.applicationStatus', 'a.applicantUserNo', 'u.realName as applicantName'])
          .select(['d.realName as decidedByName', 'a.decisionReason', 'a.createdAt', 'a.decidedAt'])
          .select(['cu.phone', 'cu.customerName'])
          .leftJoin('coupon as i', (join) =>
            join.on(
              sql<boolean>`cardinality(a.customer_nos) = 1 and i.coupon_no = (select min(f.coupon_no) from coupon f
                where f.coupon_application_no = a.coupon_application_no)`,
            ),
          )
          .select(['i.couponNo', 'i.couponStatus'])
          .select([
            sql<number>`cardinality(a.customer_nos)`.as('customerCount'),
            sql<number>`cardinality(a.voucher_ids)`.as('voucherCount'),
            sql<number>`cardinality(a.customer_nos) * a.quantity * t.amount_cents`.as('totalCents'),
            sql<number>`(select count(*) from coupon n where n.coupon_application_no = a.coupon_application_no)`.as(
              'issuedCount',
            ),
          ]),
      row: ({ applicantUserNo, createdAt, decidedAt, readAt, ...row }, { caller }): serviceCoupon.ApplicationRow => {
        const mayDecide =
          !isOwn && applicantUserNo !== caller.userNo && caller.codes.has('customerService:coupon:audit');
        const failedCount =
          row.applicationStatus === 'APPROVED' ? row.customerCount * row.quantity - row.issuedCount : 0;
        const mayAgain =
          isOwn && row.applicationStatus === 'REJECTED' && caller.codes.has('customerService:coupon:apply');
        return {
          ...row,
          failedCount,
          createdAt: createdAt.toISOString(),
          decidedAt: decidedAt?.toISOString() ?? null,
          allowedActions: [
            ...(mayDecide && row.applicationStatus === 'PENDING' ? (['approve', 'reject'] as const) : []),
            ...(mayDecide && failedCount > 0 ? (['retryIssue'] as const) : []),
            ...(mayAgain ? (['again'] as const) : []),
            ...(isOwn && decidedAt !== null && readAt === null && caller.codes.has('customerService:coupon:apply')
              ? (['read'] as const)
              : []),
          ],
        };
      },
      personal: { customerName: 'name', phone: 'phone' },
    }),
  );

export const ownApplications = applications(true);
export const applicationsToAudit = applications(false);

/** An application with its certificates and coupons. @throws AppError COUPON_APPLICATION_NOT_FOUND */
export async function readApplication(
  list: typeof ownApplications,
  couponApplicationNo: string,
  call: Call,
): Promise<ReplyOf<typeof serviceCoupon.own.detail>> {
  const row = await list.one(couponApplicationNo, call);
  const { db } = call;
  const { voucherIds, customerNos, applicantUserNo, createdAt } = await db
    .selectFrom('couponApplication')
    .select(['voucherIds', 'customerNos', 'applicantUserNo', 'createdAt'])
    .where('couponApplicationNo', '=', couponApplicationNo)
    .executeTakeFirstOrThrow();
  const coupons = await db
    .selectFrom('coupon')
    .select(['couponNo', 'customerNo', 'couponStatus', 'expiresAt'])
    .where('couponApplicationNo', '=', couponApplicationNo)
    .orderBy('couponNo')
    .limit(SHOWN)
    .execute();
  const since = startOfBusinessDate(addDays(businessDateOf(new Date()), -RECENT_DAYS));
  const { recent } = await db
    .selectFrom('coupon')
    .select(sql<number>`count(*)`.as('recent'))
    .where(sql<boolean>`customer_no = any(${customerNos})`)
    .where('issuedAt', '>=', since)
    .where((eb) => eb('couponApplicationNo', 'is distinct from', couponApplicationNo))
    .executeTakeFirstOrThrow();
  return {
    ...row,
    vouchers: await fileNamesOf(db, voucherIds),
    coupons: coupons.map((one) => ({ ...one, expiresAt: one.expiresAt.toISOString() })),
    recentCoupons: recent,
    failures: row.failedCount === 0 ? [] : await failuresOf(couponApplicationNo, call),
    habits: await habitsOf(db, { applicantUserNo, createdAt, customerNos }),
  };
}

/** Customers of an approved application without all their coupons. */
async function failuresOf(
  couponApplicationNo: string,
  { db, caller }: Call,
): Promise<ReplyOf<typeof serviceCoupon.own.detail>['failures']> {
  const { rows } = await sql<{
    customerNo: string;
    customerName: string;
    missing: number;
    isClosed: boolean;
    isBlacklisted: boolean;
  }>`
    select c.customer_no, c.customer_name, c.account_status <> 'OPEN' as is_closed,
      ${isListed('c', new Date())} as is_blacklisted,
      a.quantity - (select count(*)::int from coupon i where i.coupon_application_no = a.coupon_application_no
        and i.customer_no = c.customer_no) as missing
    from coupon_application a join customer c on c.customer_no = any(a.customer_nos)
    where a.coupon_application_no = ${couponApplicationNo} order by c.customer_no`.execute(db);
  const hides = caller.isMasked || caller.maskedFields.has('customerName');
  return rows
    .filter(({ missing }) => missing > 0)
    .slice(0, SHOWN)
    .map((one) => ({ ...one, customerName: hides ? maskName(one.customerName) : one.customerName }));
}

/** What the applicant asked for in the days before, and how often for the same customers. */
async function habitsOf(
  db: Queryable,
  of: { readonly applicantUserNo: string; readonly createdAt: Date; readonly customerNos: readonly string[] },
): Promise<ReplyOf<typeof serviceCoupon.own.detail>['habits']> {
  const since = new Date(of.createdAt.getTime() - RECENT_DAYS * 86_400_000);
  const { rows } = await sql<ReplyOf<typeof serviceCoupon.own.detail>['habits']>`
    select count(*)::int as asked, count(*) filter (where a.application_status = 'APPROVED')::int as approved,
      count(*) filter (where a.application_status = 'REJECTED')::int as rejected,
      coalesce(sum(a.quantity * cardinality(a.customer_nos) * t.amount_cents), 0)::bigint as total_cents,
      count(*) filter (where a.customer_nos && ${[...of.customerNos]}::text[])::int as same_customers
    from coupon_application a join coupon_template t using (coupon_template_no)
    where a.applicant_user_no = ${of.applicantUserNo} and a.config_no is not null
      and a.created_at >= ${since} and a.created_at < ${of.createdAt}`.execute(db);
  return rows[0] ?? { asked: 0, approved: 0, rejected: 0, totalCents: 0, sameCustomers: 0 };
}

/** Who applied for coupons of the caller's merchants. */
export async function readApplicants({ db, caller }: Call): Promise<ReplyOf<typeof serviceCoupon.applicants>> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('couponApplication as a')
    .innerJoin('appUser as u', 'u.userNo', 'a.applicantUserNo')
    .select(['u.userNo as value', 'u.realName as label'])
    .distinct()
    .where('a.configNo', 'is not', null)
    .$if(merchantNos !== null, (query) => query.where('a.merchantNo', 'in', [...(merchantNos ?? []), '']))
    .orderBy('u.realName')
    .execute();
}
