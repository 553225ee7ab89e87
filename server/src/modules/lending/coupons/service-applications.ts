import { serviceCoupon, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

const RECENT_DAYS = 90;

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
      row: ({ applicantUserNo, createdAt, decidedAt, ...row }, { caller }): serviceCoupon.ApplicationRow => {
        const decides =
          !isOwn &&
          row.applicationStatus === 'PENDING' &&
          applicantUserNo !== caller.userNo &&
          caller.codes.has('customerService:coupon:audit');
        const mayAgain =
          isOwn && row.applicationStatus === 'REJECTED' && caller.codes.has('customerService:coupon:apply');
        return {
          ...row,
          createdAt: createdAt.toISOString(),
          decidedAt: decidedAt?.toISOString() ?? null,
          allowedActions: decides ? ['approve', 'reject'] : mayAgain ? ['again'] : [],
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
  const { voucherIds, customerNos } = await db
    .selectFrom('couponApplication')
    .select(['voucherIds', 'customerNos'])
    .where('couponApplicationNo', '=', couponApplicationNo)
    .executeTakeFirstOrThrow();
  const coupons = await db
    .selectFrom('coupon')
    .select(['couponNo', 'customerNo', 'couponStatus', 'expiresAt'])
    .where('couponApplicationNo', '=', couponApplicationNo)
    .orderBy('couponNo')
    .limit(100)
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
  };
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
