import { callOption, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { anywhere } from '../../../db/like.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

const usedCount = sql<number>`(case o.option_type
  when 'LIST_TYPE' then (select count(*) from call_entry e where e.list_type = o.code)
  when 'MARKETING_TARGET' then (select count(*) from call_entry e where e.marketing_target = o.code)
  when 'ABANDON_REASON' then (select count(*) from call_entry e where e.abandon_reason = o.code)
  when 'WILLINGNESS' then (select count(*) from call_entry e where e.willingness = o.code)
  when 'SCRIPT_TAG' then (select count(*) from call_task t where t.script_tag = o.code)
  else 0 end)::int`;
/** Codes that the server itself knows: their texts and delays change, never the code or whether they are offered. */
const FIXED: ReadonlySet<string> = new Set(['ABANDON_REASON', 'WILLINGNESS']);

/** The choices of telemarketing. */
export const callOptions = defineList(
  callOption.page,
  (db) => db.selectFrom('callOption as o'),
  (by) => ({
    scope: () => null,
    key: 'o.optionId',
    filters: {
      optionType: by.is('o.optionType'),
      name: (text) => {
        const pattern = anywhere(text);
        return sql<boolean>`(o.code ilike ${pattern} or o.option_names::text ilike ${pattern})`;
      },
      status: (status) => (eb) => eb('o.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { sort: 'o.sort', updatedAt: 'o.updatedAt' },
    first: [
      ['o.optionType', 'asc'],
      ['o.sort', 'asc'],
    ],
    select: (query) =>
      query
        .leftJoin('appUser as u', 'u.userNo', 'o.updatedBy')
        .select(['o.optionId', 'o.optionType', 'o.code', 'o.optionNames', 'o.sort', 'o.rule', 'o.isEnabled'])
        .select(['o.remark', 'u.realName as updatedByName', 'o.updatedAt', 'o.version'])
        .select(usedCount.as('usedCount')),
    row: ({ optionId, isEnabled, updatedAt, ...row }, { caller, lang }): callOption.OptionRow => {
      const may = caller.codes.has('telemarketing:option:save');
      const isFree = !FIXED.has(row.optionType);
      const is = { update: may, enable: may && isFree && !isEnabled, disable: may && isFree && isEnabled };
      return {
        ...row,
        optionId: String(optionId),
        name: row.optionNames[lang] ?? row.optionNames['en'] ?? row.code,
        status: isEnabled ? 'ENABLED' : 'DISABLED',
        updatedAt: updatedAt.toISOString(),
        allowedActions: (['update', 'enable', 'disable'] as const).filter((action) => is[action]),
      };
    },
  }),
);

export const optionExport = exportOf(callOptions, {
  kind: 'callOption.export',
  title: { en: 'Export of option types', zh: '导出基础类型选项' },
  page: callOption.CALL_OPTION_PAGE,
  params: callOption.exportList.request,
  fileStem: 'option-types',
  subjectType: 'callOption',
  columns: [
    { en: 'Type', zh: '类型', of: (row) => row.optionType, codes: 'CALL_OPTION_TYPE' },
    { en: 'Code', zh: '编码', of: (row) => row.code },
    { en: 'Name', zh: '名称', of: (row) => row.name },
    { en: 'Order', zh: '排序', of: (row) => row.sort },
    { en: 'Used', zh: '使用次数', of: (row) => row.usedCount },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: 'OPTION_STATUS' },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

async function lockOption({ optionId, version }: { optionId: string; version: number | undefined }, call: CommandCall) {
  const query = call.tx.selectFrom('callOption').selectAll().where('optionId', '=', Number(optionId));
  const before = await lockOne(call.tx, query, {
    missing: 'NOT_FOUND',
    subject: `call option ${optionId}`,
    state: (row) => row.version,
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

/** @throws AppError CALL_OPTION_EXISTS, CALL_OPTION_FIXED, NOT_FOUND, STALE */
export async function saveOption(form: ParsedRequestOf<typeof callOption.save>, call: CommandCall) {
  const { tx, caller } = call;
  const { optionId, version, optionType, code, optionNames, rule, ...rest } = form;
  const texts = { optionNames: JSON.stringify(optionNames), rule: JSON.stringify(rule), updatedBy: caller.userNo };
  const audit = { subjectType: 'callOption', after: { optionType, code, optionNames, rule, ...rest } };
  if (optionId === undefined) {
    if (FIXED.has(optionType)) throw new AppError('CALL_OPTION_FIXED', { fields: ['optionType'] });
    const made = await tx
      .insertInto('callOption')
      .values({ ...rest, ...texts, optionType, code })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['optionId', 'version'])
      .executeTakeFirst();
    if (!made) throw new AppError('CALL_OPTION_EXISTS', { fields: ['code'] });
    const subjectNo = String(made.optionId);
    await writeAudit(tx, call, { ...audit, action: 'callOption.save', subjectNo });
    return { optionId: subjectNo, version: made.version };
  }
  const before = await lockOption({ optionId, version }, call);
  if (before.code !== code || before.optionType !== optionType) {
    throw new AppError('CALL_OPTION_FIXED', { fields: ['code'] });
  }
  await tx
    .updateTable('callOption')
    .set({ ...rest, ...texts, updatedAt: new Date(), version: before.version + 1 })
    .where('optionId', '=', before.optionId)
    .execute();
  const { sort, remark } = before;
  await writeAudit(tx, call, {
    ...audit,
    action: 'callOption.update',
    subjectNo: optionId,
    before: { optionNames: before.optionNames, rule: before.rule, sort, remark },
  });
  return { optionId, version: before.version + 1 };
}

/** @throws AppError NOT_FOUND, STALE, NOTHING_CHANGES, CALL_OPTION_FIXED, CALL_OPTION_LAST */
export async function switchOption(
  named: ParsedRequestOf<typeof callOption.enable>,
  isEnabled: boolean,
  call: CommandCall,
) {
  const { tx, caller } = call;
  const before = await lockOption(named, call);
  if (FIXED.has(before.optionType)) throw new AppError('CALL_OPTION_FIXED');
  if (before.isEnabled === isEnabled) throw new AppError('NOTHING_CHANGES');
  if (!isEnabled && before.optionType === 'LIST_TYPE') {
    const others = await tx
      .selectFrom('callOption')
      .select('optionId')
      .where('optionType', '=', 'LIST_TYPE')
      .where('isEnabled', '=', true)
      .forNoKeyUpdate()
      .execute();
    if (others.length < 2) throw new AppError('CALL_OPTION_LAST');
  }
  await tx
    .updateTable('callOption')
    .set({ isEnabled, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('optionId', '=', before.optionId)
    .execute();
  await writeAudit(tx, call, {
    action: isEnabled ? 'callOption.enable' : 'callOption.disable',
    subjectType: 'callOption',
    subjectNo: named.optionId,
    before: { isEnabled: before.isEnabled },
    after: { isEnabled },
  });
  return { optionId: named.optionId };
}
