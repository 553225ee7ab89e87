import { notLoggedList, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { creditsOf } from '../../lending/credit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { asItems, recall } from './commands.ts';
import { allowsMove, customerOfPhone } from './entries.ts';
import { finishImport, importOf } from './import-store.ts';
import { refuseBlocked } from './import.ts';
import { entrySource, iso } from './list.ts';
import { pastOf } from './past.ts';

const SHARE = 'customerService:notLoggedList:distribute';

/** Whole days since the last sign-in, or since the registration. */
const daysAway = sql<
  number | null
>`floor(extract(epoch from now() - coalesce(e.last_login_at, c.created_at)) / 86400)::int`;

/** Customers who do not sign in. */
export const notLogged = defineList(notLoggedList.page, entrySource, (by) => ({
  scope: (reader) => {
    const within = by.ofMerchants('e.merchantNo')(reader);
    const ofDesk = sql<boolean>`e.desk = 'SERVICE'`;
    return within === null ? ofDesk : sql<boolean>`${ofDesk} and ${within}`;
  },
  key: 'e.entryId',
  missing: 'CALL_ENTRY_NOT_FOUND',
  filters: {
    phone: by.is('e.phone'),
    batchNo: by.contains('e.batchNo'),
    appName: by.contains('e.appName'),
    listType: by.is('e.listType'),
    notLoggedDays: (typed) => {
      const [from = '0', to = from] = typed.split('-');
      return sql<boolean>`${daysAway} between ${Number(from)} and ${Number(to)}`;
    },
    listStatus: by.is('e.listStatus'),
    followStatus: by.is('e.followStatus'),
    willingness: by.is('e.willingness'),
    callPersonUserNo: by.is('e.ownerUserNo'),
    merchantNo: by.is('e.merchantNo'),
    createdAt: by.days('e.createdAt'),
    registeredAt: by.days('c.createdAt'),
  },
  sorts: { createdAt: 'e.createdAt', lastLoginAt: 'e.lastLoginAt', nextCallAt: 'e.nextCallAt' },
  first: [['e.createdAt', 'desc']],
  nulls: 'last',
  select: (query) =>
    query
      .innerJoin('merchant as m', 'm.merchantNo', 'e.merchantNo')
      .leftJoin('appUser as u', 'u.userNo', 'e.ownerUserNo')
      .select(['e.entryId', 'e.merchantNo', 'm.merchantName', 'e.phone', 'c.customerName', 'e.batchNo', 'e.appName'])
      .select(['e.listType', 'c.createdAt as registeredAt', 'e.lastLoginAt', 'e.listStatus', 'e.followStatus'])
      .select(['e.willingness', 'e.ownerUserNo as callPersonUserNo', 'u.realName as callPersonName'])
      .select(['e.callCount', 'e.nextCallAt', 'e.createdAt', 'c.customerNo'])
      .select(
        sql<'FIRST' | 'REPEAT'>`case when exists (select from loan_order o where o.customer_no = c.customer_no
          and o.lending_time is not null) then 'REPEAT' else 'FIRST' end`.as('loanType'),
      )
      .select(daysAway.as('notLoggedDays')),
  async rows(found, { db, caller }): Promise<notLoggedList.NotLoggedRow[]> {
    const customerNos = found.flatMap(({ customerNo }) => customerNo ?? []);
    const lines = await creditsOf(db, customerNos, new Date());
    const may = caller.codes.has(SHARE);
    return found.map(({ listStatus, customerNo, ...row }) => {
      const is = { distribute: allowsMove(listStatus, 'assign'), recall: allowsMove(listStatus, 'recall') };
      const isOver = listStatus === 'SELF_RETURNED' || listStatus === 'DONE';
      return {
        ...row,
        creditRemainingCents: lines.get(customerNo ?? '')?.remainingCents ?? null,
        listStatus: isOver || listStatus === 'ASSIGNED' ? listStatus : 'POOL',
        registeredAt: iso(row.registeredAt),
        lastLoginAt: iso(row.lastLoginAt),
        nextCallAt: iso(row.nextCallAt),
        createdAt: row.createdAt.toISOString(),
        allowedActions: (['distribute', 'recall'] as const).filter((action) => may && is[action]),
      };
    });
  },
  personal: { phone: 'phone', customerName: 'name' },
}));

export const notLoggedPhone = revealOf(notLogged, {
  kind: 'notLoggedList.phone',
  title: { en: 'Phone of a customer who does not sign in', zh: '未登录客户手机号' },
  field: 'phone',
  access: { code: ['customerService:notLoggedList:phone'] },
  valueOf: ({ phone }) => phone,
});

export const notLoggedExport = exportOf(notLogged, {
  kind: 'notLoggedList.export',
  title: { en: 'Export of customers who do not sign in', zh: '导出未登录名单' },
  page: { code: 'customerService:notLoggedList:export' },
  params: notLoggedList.exportList.request,
  fileStem: 'not-signed-in',
  subjectType: 'callEntry',
  columns: [
    { en: 'Entry', zh: '名单编号', of: (row) => row.entryId },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'App', zh: 'App', of: (row) => row.appName },
    { en: 'List', zh: '名单类型', of: (row) => row.listType, codes: 'NOT_LOGGED_TYPE' },
    { en: 'Days', zh: '未登录天数', of: (row) => row.notLoggedDays },
    { en: 'Loans', zh: '贷款类型', of: (row) => row.loanType, codes: 'LOAN_TYPE' },
    {
      en: 'Remaining limit (KES)',
      zh: '剩余额度（KES）',
      of: (row) => (row.creditRemainingCents === null ? null : (row.creditRemainingCents / 100).toFixed(2)),
    },
    { en: 'Status', zh: '状态', of: (row) => row.listStatus, codes: 'NOT_LOGGED_STATUS' },
    { en: 'Willingness', zh: '意愿', of: (row) => row.willingness, codes: 'WILLINGNESS' },
    { en: 'Agent', zh: '坐席', of: (row) => row.callPersonName },
    { en: 'Calls', zh: '拨打次数', of: (row) => row.callCount },
    { en: 'Listed', zh: '入库时间', of: (row) => row.createdAt, isTime: true },
  ],
});

/** @throws AppError CALL_ENTRY_NOT_FOUND */
export async function readNotLogged(entryId: string, call: Call): Promise<ReplyOf<typeof notLoggedList.detail>> {
  const { phone, merchantNo } = await notLogged.stored(entryId, call);
  const customerNo = await customerOfPhone(call.db, merchantNo, phone);
  const past = await pastOf({ entryId, phone, merchantNo, customerNo, purpose: 'SERVICE' }, call);
  return { row: await notLogged.one(entryId, call), ...past };
}

const why = z.strictObject({ reason: notLoggedList.recall.request.shape.reason });
export const recallNotLogged: ItemsKind<z.output<typeof why>> = defineJob({
  kind: 'notLoggedList.recall',
  title: { en: 'Recall entries', zh: '批量收回名单' },
  code: SHARE,
  params: why,
  runItem: async ({ subjectNo }, { reason }, run) => await recall(subjectNo, reason, asCommand(run), 'SERVICE'),
});

export async function recallNotLoggedMany(
  { entryIds, reason }: ParsedRequestOf<typeof notLoggedList.recallMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(recallNotLogged, { reason }, call, asItems(entryIds)) };
}

const columns = importColumns([
  ['merchantNo', 'Merchant number', '商户编号', true, 'M0001'],
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['listType', 'List', '名单类型', true, 'DORMANT'],
  ['appName', 'App', 'App', false, 'Kituo'],
  ['lastLoginOn', 'Last sign-in', '最近登录', false, '2026-10-01'],
]);

/** Customers who do not sign in, a file at a time: numbers of nobody and those who must not be called fail one by one. */
export const importNotLoggedKind: ImportKind<z.output<typeof notLoggedList.importForm>> = {
  kind: 'notLoggedList.import',
  title: { en: 'Import of customers who do not sign in', zh: '导入未登录名单' },
  code: SHARE,
  columns,
  nameColumn: 'phone',
  toInput: ({ appName, lastLoginOn, ...rest }) => ({
    ...rest,
    appName: orNull(appName),
    lastLoginOn: orNull(lastLoginOn),
  }),
  form: notLoggedList.importForm,
  unique: [['merchantNo', 'phone']],
  async apply({ lastLoginOn, ...form }, run) {
    const { tx } = run;
    const { caller } = asCommand(run);
    const { merchantNo, phone, listType } = form;
    if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
    if ((await customerOfPhone(tx, merchantNo, phone)) === null) {
      throw new AppError('FEEDBACK_PHONE_UNKNOWN', { fields: ['phone'] });
    }
    await refuseBlocked(tx, phone);
    const facts = { desk: 'SERVICE', importType: 'FILE', operatorUserNo: caller.userNo } as const;
    const { batchNo } = await importOf(tx, run.jobNo, { ...facts, merchantNo, listType });
    const lastLoginAt = lastLoginOn === null ? null : startOfBusinessDate(lastLoginOn);
    const made = await tx
      .insertInto('callEntry')
      .values({ ...form, desk: 'SERVICE', batchNo, lastLoginAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('entryId')
      .executeTakeFirst();
    if (!made) throw new AppError('CALL_ENTRY_EXISTS', { fields: ['phone'] });
    return made;
  },
  ended: async (run) => await finishImport(run.db, run.jobNo, { desk: 'SERVICE', importType: 'FILE' }),
};
