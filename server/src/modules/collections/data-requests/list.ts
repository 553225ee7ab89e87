import { dataRequest } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

type Row = dataRequest.DataRequestRow;
const HANDLE = 'customerService:dataRequest:handle';

/** What the caller may do with a request now. */
function actionsOn({ codes }: Caller, row: Pick<Row, 'requestStatus' | 'requestKind'>): Row['allowedActions'] {
  if (!codes.has(HANDLE)) return [];
  const { requestStatus, requestKind } = row;
  if (requestStatus === 'RECEIVED') return ['verify', 'decline'];
  if (requestStatus !== 'VERIFIED') return [];
  switch (requestKind) {
    case 'ACCESS':
      return ['makeCopy', 'handOver', 'decline'];
    case 'CORRECTION':
      return ['correct', 'decline'];
    case 'OBJECTION':
      return ['object', 'decline'];
    case 'ERASURE':
      return ['erase', 'decline'];
  }
}

/** An answer on its last day, in Nairobi, is in time. */
const endOf = (dueOn: string): Date => startOfBusinessDate(addDays(dueOn, 1));
const isLate = (dueOn: string, closedAt: Date | null): boolean => (closedAt ?? new Date()) >= endOf(dueOn);

/** Requests about personal data, by the day they must be answered. */
export const dataRequests = defineList(
  dataRequest.page,
  (db) => db.selectFrom('dataRequest as r').innerJoin('customer as c', 'c.customerNo', 'r.customerNo'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.requestNo',
    missing: 'DATA_REQUEST_NOT_FOUND',
    filters: {
      requestNo: by.contains('r.requestNo'),
      customerNo: by.is('r.customerNo'),
      phone: by.is('c.phone'),
      requestKind: by.is('r.requestKind'),
      requestChannel: by.is('r.requestChannel'),
      requestStatus: by.is('r.requestStatus'),
      handlerUserNo: by.is('r.handlerUserNo'),
      merchantNo: by.is('r.merchantNo'),
      isOverdue: (is) =>
        sql<boolean>`((coalesce(r.closed_at, now()) at time zone 'Africa/Nairobi')::date > r.due_on) = ${is}`,
      dueOn: by.between('r.dueOn'),
      receivedOn: by.between('r.receivedOn'),
    },
    sorts: { receivedOn: 'r.receivedOn', dueOn: 'r.dueOn' },
    first: [['r.dueOn', 'asc']],
    select: (query) =>
      query
        .leftJoin('appUser as h', 'h.userNo', 'r.handlerUserNo')
        .innerJoin('appUser as m', 'm.userNo', 'r.createdBy')
        .select(['r.requestNo', 'r.merchantNo', 'r.customerNo', 'c.customerName', 'c.phone'])
        .select(['r.requestKind', 'r.requestChannel', 'r.requestStatus', 'r.receivedOn', 'r.dueOn'])
        .select(['r.handlerUserNo', 'h.realName as handlerName', 'm.realName as createdByName'])
        .select(['r.createdAt', 'r.closedAt']),
    row: ({ createdAt, closedAt, ...row }, { caller }): Row => ({
      ...row,
      dueAt: endOf(row.dueOn).toISOString(),
      isOverdue: isLate(row.dueOn, closedAt),
      createdAt: createdAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      allowedActions: actionsOn(caller, row),
    }),
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

/** What of data requests is masked, in full for those who hold the page. */
export const dataRequestReveals = rowReveals(dataRequests, {
  name: 'dataRequest',
  title: { en: 'data requests', zh: '数据请求' },
  page: dataRequest.page,
  fields: { customerName: 'customerName', phone: 'phone' },
});

/** The list as a file, masked as the reader is. */
export const dataRequestExport = exportOf(dataRequests, {
  kind: 'dataRequests.export',
  title: { en: 'Export of data requests', zh: '导出数据请求' },
  page: { code: 'customerService:customer:export' },
  params: dataRequest.exportList.request,
  fileStem: 'data-requests',
  subjectType: 'dataRequest',
  columns: [
    { en: 'Request', zh: '请求编号', of: (row) => row.requestNo },
    { en: 'Kind', zh: '请求类型', of: (row) => row.requestKind, codes: 'DATA_REQUEST_KIND' },
    { en: 'Status', zh: '状态', of: (row) => row.requestStatus, codes: 'DATA_REQUEST_STATUS' },
    { en: 'Customer number', zh: '客户编号', of: (row) => row.customerNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Channel', zh: '渠道', of: (row) => row.requestChannel, codes: 'DATA_REQUEST_CHANNEL' },
    { en: 'Received', zh: '收到日期', of: (row) => row.receivedOn },
    { en: 'Due', zh: '截止日期', of: (row) => row.dueOn },
    { en: 'Overdue', zh: '逾期', of: (row) => row.isOverdue },
    { en: 'Handler', zh: '处理人', of: (row) => row.handlerName },
    { en: 'Closed', zh: '办结时间', of: (row) => row.closedAt, isTime: true },
  ],
});

/** Who may handle requests of the caller's merchants. */
export async function readHandlers({ db, caller }: Call): Promise<{ userNo: string; realName: string }[]> {
  const merchantNos = merchantsSeen(caller.scope);
  let query = db
    .selectFrom('appUser as u')
    .innerJoin('userRole as r', 'r.userNo', 'u.userNo')
    .innerJoin('roleCode as c', 'c.roleNo', 'r.roleNo')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .where('c.code', '=', HANDLE);
  if (merchantNos) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('userMerchant as m')
          .select('m.userNo')
          .whereRef('m.userNo', '=', 'u.userNo')
          .where('m.merchantNo', 'in', [...merchantNos, '']),
      ),
    );
  }
  return await query.orderBy('u.realName').limit(500).execute();
}
