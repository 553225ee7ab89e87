import { callList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { allowsMove, callableNow, customerStatusOf } from './entries.ts';
import { optionNames } from './options.ts';
import type { EntryStatus } from './tables.ts';

export const entrySource = (db: Queryable) =>
  db
    .selectFrom('callEntry as e')
    .leftJoin('customer as c', (join) =>
      join.onRef('c.merchantNo', '=', 'e.merchantNo').onRef('c.phone', '=', 'e.phone'),
    );

export const iso = (at: Date | null) => at?.toISOString() ?? null;

function actionsOn({ codes }: Caller, listStatus: EntryStatus): callList.EntryRow['allowedActions'] {
  const can = (action: string) => codes.has(`telemarketing:list:${action}`);
  const isOpen = listStatus === 'POOL' || listStatus === 'ASSIGNED';
  const is = {
    updateTarget: can('update') && isOpen,
    distribute: can('distribute') && allowsMove(listStatus, 'assign'),
    recall: can('distribute') && allowsMove(listStatus, 'recall'),
    abandon: can('abandon') && allowsMove(listStatus, 'abandon'),
  };
  return (['distribute', 'updateTarget', 'recall', 'abandon'] as const).filter((action) => is[action]);
}

/** People who may still be called for marketing, and those who took a loan. */
export const callEntries = defineList(callList.page, entrySource, (by) => ({
  scope: (reader) => {
    const within = by.ofMerchants('e.merchantNo')(reader);
    const live = sql<boolean>`e.desk = 'TELEMARKETING' and e.list_status <> 'ABANDONED'`;
    return within === null ? live : sql<boolean>`${live} and ${within}`;
  },
  key: 'e.entryId',
  missing: 'CALL_ENTRY_NOT_FOUND',
  filters: {
    phone: by.is('e.phone'),
    batchNo: by.contains('e.batchNo'),
    listType: by.is('e.listType'),
    marketingTarget: by.is('e.marketingTarget'),
    listStatus: by.is('e.listStatus'),
    followStatus: by.is('e.followStatus'),
    customerStatus: (status) => sql<boolean>`${customerStatusOf} = ${status}`,
    willingness: by.is('e.willingness'),
    recommendedProductNo: (no) => sql<boolean>`${no} in (e.recommended_product_no, e.market_product_no)`,
    userGroupNo: by.contains('e.userGroupNo'),
    telemarketerUserNo: by.is('e.ownerUserNo'),
    merchantNo: by.is('e.merchantNo'),
    createdAt: by.days('e.createdAt'),
    callableNow: (is) => sql<boolean>`${callableNow} = ${is}`,
  },
  sorts: { createdAt: 'e.createdAt', nextCallAt: 'e.nextCallAt', lastCallAt: 'e.lastCallAt', expireAt: 'e.expireAt' },
  first: [['e.createdAt', 'desc']],
  nulls: 'last',
  select: (query) =>
    query
      .innerJoin('merchant as m', 'm.merchantNo', 'e.merchantNo')
      .leftJoin('loanProduct as p', 'p.productNo', 'e.recommendedProductNo')
      .leftJoin('partnerProduct as pp', 'pp.marketProductNo', 'e.marketProductNo')
      .leftJoin('appUser as u', 'u.userNo', 'e.ownerUserNo')
      .select(['e.entryId', 'e.merchantNo', 'm.merchantName', 'e.phone', 'e.batchNo', 'e.listType'])
      .select(['e.marketingTarget', 'e.listStatus', 'e.followStatus', 'e.willingness'])
      .select(sql<string | null>`coalesce(e.recommended_product_no, e.market_product_no)`.as('recommendedProductNo'))
      .select(sql<string | null>`coalesce(p.product_name, pp.product_name)`.as('recommendedProductName'))
      .select(['e.recommendedAmountCents', 'e.userGroupNo'])
      .select(['e.ownerUserNo as telemarketerUserNo', 'u.realName as telemarketerName', 'e.callCount'])
      .select(['e.lastCallAt', 'e.nextCallAt', 'e.expireAt', 'e.createdAt'])
      .select(optionNames('LIST_TYPE', sql.ref('e.listType')).as('listTypes'))
      .select(optionNames('MARKETING_TARGET', sql.ref('e.marketingTarget')).as('targets'))
      .select(customerStatusOf.as('customerStatus')),
  row: ({ listStatus, listTypes, targets, ...row }, { caller, lang }): callList.EntryRow => ({
    ...row,
    listTypeName: listTypes?.[lang] ?? row.listType,
    marketingTargetName: targets?.[lang] ?? row.marketingTarget,
    listStatus: listStatus === 'ASSIGNED' || listStatus === 'CONVERTED' ? listStatus : 'POOL',
    lastCallAt: iso(row.lastCallAt),
    nextCallAt: iso(row.nextCallAt),
    expireAt: iso(row.expireAt),
    createdAt: row.createdAt.toISOString(),
    allowedActions: actionsOn(caller, listStatus),
  }),
  personal: { phone: 'phone' },
}));

export const callEntryPhone = revealOf(callEntries, {
  kind: 'callList.phone',
  title: { en: 'Phone of an entry', zh: '名单手机号' },
  field: 'phone',
  access: { code: ['telemarketing:list:phone'] },
  valueOf: ({ phone }) => phone,
});

export const callEntryExport = exportOf(callEntries, {
  kind: 'callList.export',
  title: { en: 'Export of list entries', zh: '导出名单' },
  page: { code: 'telemarketing:list:export' },
  params: callList.exportList.request,
  fileStem: 'list-entries',
  subjectType: 'callEntry',
  columns: [
    { en: 'Entry', zh: '名单编号', of: (row) => row.entryId },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Batch', zh: '批次', of: (row) => row.batchNo },
    { en: 'List type', zh: '名单类型', of: (row) => row.listTypeName },
    { en: 'Target', zh: '营销目标', of: (row) => row.marketingTargetName },
    { en: 'Status', zh: '名单状态', of: (row) => row.listStatus, codes: 'MARKETING_LIST_STATUS' },
    { en: 'Follow-up', zh: '跟进状态', of: (row) => row.followStatus, codes: 'FOLLOW_STATUS' },
    { en: 'Customer', zh: '客户状态', of: (row) => row.customerStatus, codes: 'CUSTOMER_STATUS_GROUP' },
    { en: 'Willingness', zh: '意愿', of: (row) => row.willingness, codes: 'WILLINGNESS' },
    { en: 'Product', zh: '推荐产品', of: (row) => row.recommendedProductName },
    { en: 'Amount (KES)', zh: '推荐金额（KES）', of: (row) => cents(row.recommendedAmountCents) },
    { en: 'Telemarketer', zh: '电销员', of: (row) => row.telemarketerName },
    { en: 'Calls', zh: '拨打次数', of: (row) => row.callCount },
    { en: 'Next call', zh: '下次拨打', of: (row) => row.nextCallAt, isTime: true },
    { en: 'Imported', zh: '导入时间', of: (row) => row.createdAt, isTime: true },
  ],
});

const cents = (amount: number | null) => (amount === null ? null : (amount / 100).toFixed(2));
