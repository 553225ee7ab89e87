import { partner } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';

/** Of the event `e` of the day `d`: whether the partner reported it; null where it reported no references of the day. */
const REPORTED = sql<boolean | null>`case when exists (select from partner_reference r
    where r.partner_day_no = d.partner_day_no)
  then exists (select from partner_reference r where r.partner_day_no = d.partner_day_no
    and r.partner_reference = e.partner_reference) end`;

/** What we counted as sent on to a partner, one by one. */
const sentApplications = defineList(
  partner.applications,
  (db) =>
    db
      .selectFrom('partnerDay as d')
      .innerJoin('marketEvent as e', (join) =>
        join
          .onRef('e.marketProductNo', '=', 'd.marketProductNo')
          .onRef('e.bizDate', '=', 'd.bizDate')
          .on('e.eventKind', '=', 'APPLIED'),
      ),
  (by) => ({
    scope: by.ofMerchants('d.merchantNo'),
    key: 'e.eventId',
    missing: 'NOT_FOUND',
    filters: {
      partnerDayNo: by.is('d.partnerDayNo'),
      isReported: (is) => (eb) => eb(REPORTED, 'is', is),
      hasReference: (has) => (eb) => eb('e.partnerReference', has ? 'is not' : 'is', null),
    },
    sorts: { happenedAt: 'e.at' },
    first: [['e.at', 'asc']],
    select: (query) =>
      query
        .innerJoin('customer as c', 'c.customerNo', 'e.customerNo')
        .select(['e.eventId', 'e.at', 'e.partnerReference', 'e.customerNo', 'c.phone', 'e.ruleId'])
        .select(REPORTED.as('isReported')),
    row: ({ eventId, at, phone, ruleId, ...row }) => ({
      ...row,
      applicationNo: String(eventId),
      happenedAt: at.toISOString(),
      phone: maskPhone(phone),
      slotCode: ruleId,
    }),
  }),
);

export const readApplications = sentApplications.page;

/** The applications of a day as a file, ready to be sent to the partner. */
export const applicationExport = exportOf(sentApplications, {
  kind: 'partnerDays.applications',
  title: { en: 'Export of partner applications', zh: '导出合作方申请明细' },
  page: partner.exportApplications.access.page,
  params: partner.exportApplications.request,
  fileStem: 'partner-applications',
  subjectType: 'partnerDay',
  columns: [
    { en: 'Sent', zh: '送出时间', of: (row) => row.happenedAt },
    { en: 'Partner reference', zh: '合作方编号', of: (row) => row.partnerReference },
    { en: 'Reported by the partner', zh: '合作方已上报', of: (row) => row.isReported },
    { en: 'Customer', zh: '客户编号', of: (row) => row.customerNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Slot', zh: '推荐位', of: (row) => row.slotCode },
  ],
});
