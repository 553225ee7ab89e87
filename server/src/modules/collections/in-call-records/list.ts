import { inCallRecord } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';

const DAY_MS = 86_400_000;
/** How long a lead may correct a record, in days. */
const LEAD_DAYS = 7;
const HANDLE = 'customerService:feedback:handle';

/** Of a call `r`: whether its customer's VIP level is served first now. */
const isServedFirst = sql<boolean>`exists (select from vip_member v where v.customer_no = r.customer_no
  and v.has_hotline_priority and v.expires_at > now())`;

interface Written {
  readonly callAt: Date;
  readonly agentUserNo: string | null;
}

/** One's own record of the same day, or any of the last days for a lead. */
export function mayChange({ callAt, agentUserNo }: Written, userNo: string, codes: ReadonlySet<string>): boolean {
  const isToday = businessDateOf(callAt) === businessDateOf(new Date());
  if (isToday && (agentUserNo === null || agentUserNo === userNo)) return true;
  return codes.has(HANDLE) && Date.now() - callAt.getTime() < LEAD_DAYS * DAY_MS;
}

/** Calls that came in. */
export const inCalls = defineList(
  inCallRecord.page,
  (db) => db.selectFrom('inCallRecord as r').leftJoin('customer as cu', 'cu.customerNo', 'r.customerNo'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.recordNo',
    filters: {
      phone: by.is('r.phone'),
      customerName: by.contains('cu.customerName'),
      hotline: by.contains('r.hotlineValue'),
      reasonType: by.is('r.reasonType'),
      resolveStatus: by.is('r.resolveStatus'),
      agentUserNo: by.is('r.agentUserNo'),
      callAt: by.days('r.callAt'),
      isMissed: by.is('r.isMissed'),
      hasHotlinePriority: (is) => sql<boolean>`${isServedFirst} = ${is}`,
    },
    sorts: { callAt: 'r.callAt', nextFollowAt: 'r.nextFollowAt' },
    first: [['r.callAt', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .leftJoin('appUser as a', 'a.userNo', 'r.agentUserNo')
        .selectAll('r')
        .select(['cu.customerName', 'a.realName as agentName'])
        .select(isServedFirst.as('hasHotlinePriority')),
    row: (
      { hotlineValue, version: _version, callNo: _callNo, agentUserNo, ...row },
      { caller },
    ): inCallRecord.InCallRow => {
      const may = caller.codes.has('customerService:callRecord:save');
      const is = {
        update: may && mayChange({ callAt: row.callAt, agentUserNo }, caller.userNo, caller.codes),
        callBack: may && row.calledBackAt === null && (row.isMissed || row.resolveStatus !== 'RESOLVED'),
        assign: row.isMissed && caller.codes.has(HANDLE),
        toFeedback:
          row.customerNo !== null && row.feedbackNo === null && caller.codes.has('customerService:feedback:save'),
      };
      const order = ['update', 'callBack', 'toFeedback', 'assign'] as const;
      return {
        ...row,
        hotline: hotlineValue,
        isCustomer: row.customerNo !== null,
        callAt: row.callAt.toISOString(),
        nextFollowAt: row.nextFollowAt?.toISOString() ?? null,
        calledBackAt: row.calledBackAt?.toISOString() ?? null,
        allowedActions: order.filter((action) => is[action]),
      };
    },
    personal: { phone: 'phone', customerName: 'name', email: 'email' },
  }),
);

/** The calls as a file. */
export const inCallExport = exportOf(inCalls, {
  kind: 'inCallRecords.export',
  title: { en: 'Export of incoming calls', zh: '导出客户来电记录' },
  page: { code: 'customerService:callRecord:export' },
  params: inCallRecord.exportList.request,
  fileStem: 'incoming-calls',
  subjectType: 'inCallRecord',
  columns: [
    { en: 'Record', zh: '记录编号', of: (row) => row.recordNo },
    { en: 'Called', zh: '来电时间', of: (row) => row.callAt, isTime: true },
    { en: 'Hotline', zh: '热线', of: (row) => row.hotline },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Reason', zh: '来电原因', of: (row) => row.reasonType, codes: 'IN_CALL_REASON' },
    { en: 'Content', zh: '内容', of: (row) => row.content },
    { en: 'Status', zh: '状态', of: (row) => row.resolveStatus, codes: 'IN_CALL_STATUS' },
    { en: 'Agent', zh: '客服', of: (row) => row.agentName },
    { en: 'Missed', zh: '未接', of: (row) => row.isMissed },
    { en: 'Wait (s)', zh: '等待（秒）', of: (row) => row.waitSeconds },
    { en: 'Talk (s)', zh: '通话（秒）', of: (row) => row.talkSeconds },
  ],
});

/** The number of somebody who called. */
export const inCallPhone = revealOf(inCalls, {
  kind: 'inCallRecord.phone',
  title: { en: 'Phone of a caller', zh: '来电手机号' },
  field: 'phone',
  access: { code: ['customerService:customer:phone'] },
  valueOf: ({ phone }) => phone,
});
