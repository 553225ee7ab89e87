import { inboundConfig, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { earnedBy, type InboundRule } from './attribution.ts';
import { inboundSettingMachine } from './inbound-setting.machine.ts';
import { decisionOf, settingActions, type SettingStep } from './inbound-setting.ts';

type Moved = ReplyOf<typeof inboundConfig.save>;

export const inboundRules = defineList(
  inboundConfig.page,
  (db) => db.selectFrom('inboundRule as r'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.ruleNo',
    missing: 'INBOUND_RULE_NOT_FOUND',
    filters: {
      merchantNo: by.is('r.merchantNo'),
      ruleState: by.is('r.ruleState'),
      effectiveFrom: by.between('r.effectiveFrom'),
    },
    sorts: { effectiveFrom: 'r.effectiveFrom', updatedAt: 'r.updatedAt' },
    first: [['r.effectiveFrom', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'r.makerUserNo')
        .leftJoin('appUser as k', 'k.userNo', 'r.checkerUserNo')
        .selectAll('r')
        .select(['m.merchantName', 'u.realName as makerName', 'k.realName as checkerName'])
        // None is ever removed.
        .select(
          sql<number>`(select count(*)::int from inbound_rule x
            where x.merchant_no = r.merchant_no and x.rule_no <= r.rule_no)`.as('versionNo'),
        ),
    row: ({ makerUserNo, checkerUserNo: _checker, updatedAt, ...row }, { caller }): inboundConfig.RuleRow => {
      const moves = settingActions(caller, 'inbound', { state: row.ruleState, makerUserNo });
      const simulates = caller.codes.has('telemarketing:inbound:save') ? (['simulate'] as const) : [];
      return { ...row, updatedAt: updatedAt.toISOString(), allowedActions: [...moves, ...simulates] };
    },
  }),
);

export const ruleExport = exportOf(inboundRules, {
  kind: 'inboundConfig.export',
  title: { en: 'Export of inbound rules', zh: '导出进件规则' },
  page: inboundConfig.INBOUND_CONFIG_PAGE,
  params: inboundConfig.exportList.request,
  fileStem: 'inbound-rules',
  subjectType: 'inboundRule',
  columns: [
    { en: 'Rule', zh: '规则编号', of: (row) => row.ruleNo },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Status', zh: '状态', of: (row) => row.ruleState, codes: 'INBOUND_RULE_STATE' },
    { en: 'From', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Days', zh: '归属天数', of: (row) => row.attributionDays },
    { en: 'Talk (seconds)', zh: '最短通话（秒）', of: (row) => row.minTalkSeconds },
    { en: 'Of several', zh: '多人时', of: (row) => row.tieBreak, codes: 'TIE_BREAK' },
    { en: 'Protection (days)', zh: '保护天数', of: (row) => row.protectionDays },
    { en: 'Assigned automatically', zh: '自动分配', of: (row) => row.autoDistribute },
    { en: 'Customers', zh: '自动分配的客户', of: (row) => row.customerStatuses.join(', ') },
    { en: 'Entries per person', zh: '每人名单上限', of: (row) => row.maxEntriesPerPerson },
  ],
});

async function lockRule(ruleNo: string, { tx, caller }: CommandCall): Promise<InboundRule> {
  return await lockOne(tx, tx.selectFrom('inboundRule').selectAll().where('ruleNo', '=', ruleNo), {
    missing: 'INBOUND_RULE_NOT_FOUND',
    subject: `inbound rule ${ruleNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

/** @throws AppError INBOUND_RULE_EXISTS where a merchant has one from that day already */
async function refuseSecondRule(
  {
    merchantNo,
    effectiveFrom,
    ruleNo = '',
  }: { merchantNo: string; effectiveFrom: string; ruleNo?: string | undefined },
  { tx }: CommandCall,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inbound rules ${merchantNo}`}, 0))`.execute(tx);
  const other = await tx
    .selectFrom('inboundRule')
    .select('ruleNo')
    .where('merchantNo', '=', merchantNo)
    .where('effectiveFrom', '=', effectiveFrom)
    .where('ruleState', 'in', ['PENDING_APPROVAL', 'ENABLED'])
    .where('ruleNo', '<>', ruleNo)
    .executeTakeFirst();
  if (other) throw new AppError('INBOUND_RULE_EXISTS', { fields: ['effectiveFrom'] });
}

/** @throws AppError INBOUND_RULE_NOT_FOUND, INBOUND_RULE_EXISTS, REFERENCE_UNKNOWN, STALE, ILLEGAL_TRANSITION, BAD_REQUEST */
export async function saveRule(form: ParsedRequestOf<typeof inboundConfig.save>, call: CommandCall): Promise<Moved> {
  const { tx, caller } = call;
  const { ruleNo, version, ...terms } = form;
  const { merchantNo } = form;
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  if (form.effectiveFrom < businessDateOf(new Date())) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'effectiveFrom', msg: 'Cannot be in the past' }] });
  }
  await refuseSecondRule(form, call);
  const values = { ...terms, makerUserNo: caller.userNo };
  const audit = { subjectType: 'inboundRule', merchantNo, after: terms };
  if (ruleNo === undefined) {
    const made = await tx
      .insertInto('inboundRule')
      .values(values)
      .returning(['ruleNo', 'ruleState'])
      .executeTakeFirstOrThrow();
    await writeAudit(tx, call, { ...audit, action: 'inboundRule.save', subjectNo: made.ruleNo });
    return made;
  }
  const before = await lockRule(ruleNo, call);
  if (before.version !== version) throw new AppError('STALE');
  const ruleState = await transition(call, {
    machine: inboundSettingMachine,
    command: 'submit',
    of: before,
    field: 'ruleState',
    write: (state) =>
      tx
        .updateTable('inboundRule')
        .set({ ...values, ruleState: state, checkerUserNo: null, updatedAt: new Date(), version: before.version + 1 })
        .where('ruleNo', '=', ruleNo)
        .execute(),
    audit: { ...audit, action: 'inboundRule.update', subjectNo: ruleNo },
  });
  return { ruleNo, ruleState };
}

/** @throws AppError INBOUND_RULE_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, INBOUND_RULE_EXISTS */
export async function moveRule(
  ruleNo: string,
  command: SettingStep,
  call: CommandCall,
  reason?: string,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockRule(ruleNo, call);
  const decision = decisionOf(command, before, caller, reason);
  if (command === 'enable') await refuseSecondRule(before, call);
  const ruleState = await transition(call, {
    machine: inboundSettingMachine,
    command,
    of: before,
    field: 'ruleState',
    write: (state) =>
      tx
        .updateTable('inboundRule')
        .set({ ...decision, ruleState: state, updatedAt: new Date(), version: before.version + 1 })
        .where('ruleNo', '=', ruleNo)
        .execute(),
    audit: {
      action: `inboundRule.${command}`,
      subjectType: 'inboundRule',
      subjectNo: ruleNo,
      merchantNo: before.merchantNo,
      ...(reason !== undefined && { reason }),
    },
  });
  return { ruleNo, ruleState };
}

/** @throws AppError INBOUND_RULE_NOT_FOUND */
export async function simulateRule(ruleNo: string, call: Call): Promise<ReplyOf<typeof inboundConfig.simulate>> {
  const { db } = call;
  const rule = await inboundRules.one(ruleNo, call);
  const past = sql`select o.order_no, a.user_no as now_no, ${earnedBy(rule)} as then_no
    from loan_order o join customer c on c.customer_no = o.customer_no
    left join order_attribution a on a.order_no = o.order_no
    where o.merchant_no = ${rule.merchantNo} and o.apply_time > now() - interval '30 days'`;
  const { rows } = await sql<{ orders: number; changed: number }>`with past as (${past})
    select count(*)::int as orders, count(*) filter (where now_no is distinct from then_no)::int as changed
    from past`.execute(db);
  const { rows: people } = await sql<{ userName: string; now: number; then: number }>`with past as (${past})
    select u.real_name as user_name, count(*) filter (where now_no = u.user_no)::int as now,
      count(*) filter (where then_no = u.user_no)::int as then
    from past join app_user u on u.user_no in (now_no, then_no)
    group by u.user_no, u.real_name order by 3 desc, 1`.execute(db);
  return { ...(rows[0] ?? { orders: 0, changed: 0 }), people };
}
