import { abandonedList, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { createJob, asCommand, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { asItems, refuseSecond } from './commands.ts';
import { customerStatusOf, lockEntry, moveByHand } from './entries.ts';
import { entrySource, iso } from './list.ts';
import { listTypeRule, optionNames, refuseUnknownTarget } from './options.ts';
import { pastOf } from './past.ts';

const NEVER: ReadonlySet<string> = new Set(['OPTED_OUT', 'BLACKLISTED', 'NUMBER_FAULT']);
const DAY_MS = 86_400_000;

/** Of an abandoned entry `e`. */
export const recyclable = sql<boolean>`(e.recyclable_at <= now() and e.abandon_reason not in
  ('OPTED_OUT', 'BLACKLISTED', 'NUMBER_FAULT') and e.recycle_count < coalesce((select (n.rule ->> 'recycleMax')::int
    from call_option n where n.option_type = 'LIST_TYPE' and n.code = e.list_type), 2))`;

/** Entries that were given up. */
export const abandonedEntries = defineList(abandonedList.page, entrySource, (by) => ({
  scope: (reader) => {
    const within = by.ofMerchants('e.merchantNo')(reader);
    const gone = sql<boolean>`e.desk = 'TELEMARKETING' and e.list_status = 'ABANDONED'`;
    return within === null ? gone : sql<boolean>`${gone} and ${within}`;
  },
  key: 'e.entryId',
  missing: 'CALL_ENTRY_NOT_FOUND',
  filters: {
    phone: by.is('e.phone'),
    batchNo: by.contains('e.batchNo'),
    listType: by.is('e.listType'),
    marketingTarget: by.is('e.marketingTarget'),
    abandonReason: by.is('e.abandonReason'),
    customerStatus: (status) => sql<boolean>`${customerStatusOf} = ${status}`,
    lastTelemarketerUserNo: (userNo) => sql<boolean>`(select a.user_no from call_assignment a
      where a.entry_id = e.entry_id and a.user_no is not null order by a.assignment_id desc limit 1) = ${userNo}`,
    merchantNo: by.is('e.merchantNo'),
    abandonedAt: by.days('e.abandonedAt'),
    recyclable: (is) => sql<boolean>`${recyclable} = ${is}`,
  },
  sorts: { abandonedAt: 'e.abandonedAt', recyclableAt: 'e.recyclableAt' },
  first: [['e.abandonedAt', 'desc']],
  nulls: 'last',
  select: (query) =>
    query
      .innerJoin('merchant as m', 'm.merchantNo', 'e.merchantNo')
      .leftJoin('appUser as b', 'b.userNo', 'e.abandonedBy')
      .select(['e.entryId', 'e.merchantNo', 'm.merchantName', 'e.phone', 'e.batchNo', 'e.listType'])
      .select(['e.marketingTarget', 'e.abandonReason', 'e.willingness', 'e.callCount', 'e.recycleCount'])
      .select(['e.recyclableAt', 'b.realName as abandonedByName', 'e.abandonedAt', 'e.createdAt'])
      .select(optionNames('LIST_TYPE', sql.ref('e.listType')).as('listTypes'))
      .select(optionNames('MARKETING_TARGET', sql.ref('e.marketingTarget')).as('targets'))
      .select(customerStatusOf.as('customerStatus'))
      .select(
        sql<string | null>`(select u.real_name from call_assignment a join app_user u on u.user_no = a.user_no
          where a.entry_id = e.entry_id order by a.assignment_id desc limit 1)`.as('lastTelemarketerName'),
      ),
  row: ({ createdAt, abandonReason, listTypes, targets, ...row }, { caller, lang }): abandonedList.AbandonedRow => {
    const why = abandonReason ?? 'MANUAL';
    const isNever = NEVER.has(why);
    return {
      ...row,
      listTypeName: listTypes?.[lang] ?? row.listType,
      marketingTargetName: targets?.[lang] ?? row.marketingTarget,
      abandonReason: why,
      abandonedAt: (row.abandonedAt ?? createdAt).toISOString(),
      recyclableAt: isNever ? null : iso(row.recyclableAt),
      allowedActions: caller.codes.has('telemarketing:list:recycle') && !isNever ? ['recycle'] : [],
    };
  },
  personal: { phone: 'phone' },
}));

/** What of abandoned entries is masked, in full for those who hold the page. */
export const abandonedEntryReveals = rowReveals(abandonedEntries, {
  name: 'abandonedEntry',
  title: { en: 'abandoned entries', zh: '放弃名单' },
  page: abandonedList.page,
  fields: { phone: 'phone' },
});

export const abandonedExport = exportOf(abandonedEntries, {
  kind: 'abandonedList.export',
  title: { en: 'Export of abandoned entries', zh: '导出废弃名单' },
  page: { code: 'telemarketing:abandoned:export' },
  params: abandonedList.exportList.request,
  fileStem: 'abandoned-entries',
  subjectType: 'callEntry',
  columns: [
    { en: 'Entry', zh: '名单编号', of: (row) => row.entryId },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Batch', zh: '批次', of: (row) => row.batchNo },
    { en: 'List type', zh: '名单类型', of: (row) => row.listTypeName },
    { en: 'Target', zh: '营销目标', of: (row) => row.marketingTargetName },
    { en: 'Why', zh: '废弃原因', of: (row) => row.abandonReason, codes: 'ABANDON_REASON' },
    { en: 'Customer', zh: '客户状态', of: (row) => row.customerStatus, codes: 'CUSTOMER_STATUS_GROUP' },
    { en: 'Willingness', zh: '意愿', of: (row) => row.willingness, codes: 'WILLINGNESS' },
    { en: 'Calls', zh: '拨打次数', of: (row) => row.callCount },
    { en: 'Recycled', zh: '回收次数', of: (row) => row.recycleCount },
    { en: 'Recyclable from', zh: '可回收时间', of: (row) => row.recyclableAt, isTime: true },
    { en: 'Abandoned', zh: '废弃时间', of: (row) => row.abandonedAt, isTime: true },
  ],
});

/** @throws AppError CALL_ENTRY_NOT_FOUND */
export async function readAbandoned(entryId: string, call: Call): Promise<ReplyOf<typeof abandonedList.detail>> {
  const { phone, merchantNo } = await abandonedEntries.stored(entryId, call);
  const past = await pastOf({ entryId, phone, merchantNo, customerNo: null, purpose: 'TELEMARKETING' }, call);
  return { row: await abandonedEntries.one(entryId, call), ...past };
}

type Form = Omit<ParsedRequestOf<typeof abandonedList.recycle>, 'entryId'>;

/** @throws AppError CALL_ENTRY_NOT_FOUND, ILLEGAL_TRANSITION, CALL_RECYCLE_NEVER, CALL_RECYCLE_EARLY, CALL_RECYCLE_OFTEN */
export async function recycle(entryId: string, { marketingTarget, remark }: Form, call: CommandContext) {
  const { tx } = call;
  const before = await lockEntry(tx, entryId, 'TELEMARKETING', call);
  const rule = await listTypeRule(tx, before.listType);
  if (before.listStatus === 'ABANDONED') {
    const { abandonReason, recyclableAt, recycleCount } = before;
    if (abandonReason !== null && NEVER.has(abandonReason)) throw new AppError('CALL_RECYCLE_NEVER');
    if (recyclableAt !== null && recyclableAt > new Date()) {
      throw new AppError('CALL_RECYCLE_EARLY', { facts: { date: businessDateOf(recyclableAt) } });
    }
    if (recycleCount >= rule.recycleMax) throw new AppError('CALL_RECYCLE_OFTEN', { facts: { count: recycleCount } });
  }
  const target = marketingTarget ?? before.marketingTarget;
  if (target !== before.marketingTarget) {
    if (!rule.isTargetEditable) throw new AppError('CALL_TARGET_LOCKED', { fields: ['marketingTarget'] });
    await refuseUnknownTarget(tx, target);
  }
  await refuseSecond(tx, before, target);
  const change = {
    marketingTarget: target,
    abandonReason: null,
    abandonedBy: null,
    abandonedAt: null,
    recyclableAt: null,
    callCount: 0,
    nextCallAt: null,
    willingness: null,
    followStatus: 'NOT_FOLLOWED' as const,
    recycleCount: before.recycleCount + 1,
    recycledFor: before.abandonReason,
    recycledAt: new Date(),
    expireAt: new Date(Date.now() + rule.expireDays * DAY_MS),
  };
  const step = { change, ...(remark !== null && remark !== '' && { note: remark }) };
  const { listStatus } = await moveByHand(before, 'recycle', step, call);
  return { entryId, listStatus };
}

const params = z.strictObject({
  marketingTarget: abandonedList.recycle.request.shape.marketingTarget,
  remark: abandonedList.recycle.request.shape.remark,
});
export const recycleKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'abandonedList.recycle',
  title: { en: 'Recycle entries', zh: '批量回收名单' },
  code: 'telemarketing:list:recycle',
  params,
  runItem: async ({ subjectNo }, form, run) => await recycle(subjectNo, form, asCommand(run)),
});

export async function recycleMany(
  { entryIds, ...form }: ParsedRequestOf<typeof abandonedList.recycleMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(recycleKind, form, call, asItems(entryIds)) };
}
