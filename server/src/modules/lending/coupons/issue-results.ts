import { serviceCoupon } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { isListed } from '../../parties/blacklist/index.ts';

const issued = sql<number>`(select count(*)::int from coupon n
  where n.coupon_application_no = a.coupon_application_no and n.customer_no = cu.customer_no)`;
const outcome = sql<serviceCoupon.IssueRow['issueStatus']>`(case when ${issued} >= a.quantity then 'ISSUED'
  when ${issued} > 0 then 'PARTIAL' else 'NOT_ISSUED' end)`;

/** The customers of approved applications, with what each got; of one application at a time. */
export const issueResults = defineList(
  serviceCoupon.issueResults,
  (db) =>
    db
      .selectFrom('couponApplication as a')
      .innerJoin('customer as cu', (join) => join.on(sql<boolean>`cu.customer_no = any(a.customer_nos)`))
      .where('a.applicationStatus', '=', 'APPROVED')
      .where('a.configNo', 'is not', null),
  (by) => ({
    scope: by.ofMerchants('a.merchantNo'),
    key: 'cu.customerNo',
    filters: {
      couponApplicationNo: by.is('a.couponApplicationNo'),
      issueStatus: (status) => sql<boolean>`${outcome} = ${status}`,
    },
    sorts: { customerNo: 'cu.customerNo' },
    // Those who got less first: they are what somebody looks for.
    first: [[sql`${issued} < a.quantity`, 'desc']],
    select: (query) =>
      query
        .select(['cu.customerNo', 'cu.customerName', 'cu.phone', 'a.quantity'])
        .select([issued.as('issued'), outcome.as('issueStatus')])
        .select([
          sql<string[]>`(select coalesce(array_agg(n.coupon_no order by n.coupon_no), '{}') from coupon n
            where n.coupon_application_no = a.coupon_application_no and n.customer_no = cu.customer_no)`.as(
            'couponNos',
          ),
          sql<boolean>`cu.account_status <> 'OPEN'`.as('isClosed'),
          isListed('cu', new Date()).as('isBlacklisted'),
        ]),
    row: (row) => row,
    personal: { customerName: 'name', phone: 'phone' },
  }),
);
