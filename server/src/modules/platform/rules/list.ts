import type { rules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import type { RuleFamily } from './rule-family.ts';
import type { RuleFilters, RuleSort } from './rule-filters.ts';

/** What all families' lists have in common: types alone. */
interface ListShape {
  readonly name: string;
  readonly request: { readonly _zod: { readonly output: { readonly filters: RuleFilters; readonly sort: RuleSort } } };
  readonly reply: { readonly _zod: { readonly output: { readonly rows: rules.RuleRow[] } } };
}

const ofRules = (field: string) => (wanted: string) =>
  sql<boolean>`r.value -> 'rules' @> jsonb_build_array(jsonb_build_object(${field}::text, ${wanted}::text))`;
const inValues = (field: string) => (wanted: string) =>
  sql<boolean>`jsonb_exists(r.value -> ${field}::text, ${wanted}::text)`;
const named = (name: string) => sql<boolean>`strpos(lower(r.value ->> 'ruleName'), lower(${name}::text)) > 0`;
const ofValue = (field: string) => (wanted: string) => sql<boolean>`r.value ->> ${field} = ${wanted}`;

const eatDay = (field: string) =>
  sql<string>`((r.value ->> ${field})::timestamptz AT TIME ZONE 'Africa/Nairobi')::date`;

/** A version was in force on one of the days: from its moment to its last day, its successor's moment or the end of time. */
const inForceBetween = (from: string | null, to: string | null) =>
  sql<boolean>`exists (select from (
      select v.version_no, v.in_force_from, v.value, lead(v.in_force_from) over (order by v.in_force_from) as replaced_at
      from config_version v where v.config_key = r.config_key and v.subject_no = r.subject_no
        and v.stored_status in ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')) v
    where (${to}::date is null or (v.in_force_from at time zone 'Africa/Nairobi')::date <= ${to}::date)
      and (${from}::date is null or coalesce((v.value ->> 'effectiveTo')::date, 'infinity') >= ${from}::date)
      and (${from}::date is null or coalesce(v.replaced_at at time zone 'Africa/Nairobi', 'infinity') > ${from}::date)
      and (v.replaced_at is not null or v.version_no > r.disabled_through))`;

/** The rules of a family. */
export function ruleListOf<Value extends object>(family: RuleFamily<Value>) {
  const shape = {
    name: family.contract.page.name,
    request: { _zod: { output: { filters: {}, sort: null } } },
    reply: { _zod: { output: { rows: [] } } },
  } satisfies ListShape;
  return defineList(
    shape as ListShape,
    (db) =>
      db
        .selectFrom('configRuleNow as r')
        .innerJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
        .where('r.configKey', '=', family.key),
    (by) => ({
      scope: (reading) => {
        const ofMerchants = by.ofMerchants('r.merchantNo')(reading);
        const narrowed = family.narrowedTo?.(reading.caller) ?? null;
        if (ofMerchants === null || narrowed === null) return ofMerchants ?? narrowed;
        return sql<boolean>`${ofMerchants} AND ${narrowed}`;
      },
      key: 'r.ruleId',
      filters: {
        merchantNo: by.is('r.merchantNo'),
        productNo: (no) =>
          sql<boolean>`(r.value -> 'productNos' = '[]'::jsonb OR jsonb_exists(r.value -> 'productNos', ${no}))`,
        enabled: (is) => sql<boolean>`r.is_enabled = ${is}`,
        ruleStatus: by.is('r.ruleStatus'),
        hasPending: (is) => sql<boolean>`r.has_pending = ${is}`,
        effectiveFrom: by.between('r.effectiveFrom'),
        orderStatus: ofValue('orderStatus'),
        paymentChannel: ofValue('paymentChannel'),
        payoutType: ofValue('payoutType'),
        caseLevel: inValues('caseLevels'),
        caseScope: inValues('caseScopes'),
        component: inValues('components'),
        strategyStatus: (wanted) =>
          sql<boolean>`case when r.rule_status = 'ENABLED' and (r.value ->> 'effectiveTo')::date
            < (now() at time zone 'Africa/Nairobi')::date then 'EXPIRED' else r.rule_status end = ${wanted}`,
        effectiveOn: ({ from, to }) => inForceBetween(from ?? null, to ?? null),
        aiEmployeeUserNo: ofValue('aiEmployeeUserNo'),
        ruleSetCode: by.is('r.ruleId'),
        ruleType: ofRules('ruleType'),
        refuseCode: ofRules('refuseCode'),
        slotCode: by.is('r.ruleId'),
        scene: ofValue('scene'),
        marketProductNo: inValues('marketProductNos'),
        audience: (wanted) =>
          sql<boolean>`(${inValues('modelLevels')(wanted)} OR ${inValues('refuseCodes')(wanted)}
            OR r.value -> 'vipLevelNos' @> to_jsonb(substring(${wanted}::text from '^[0-9]{1,2}$')::int))`,
        modelCode: by.is('r.ruleId'),
        modelName: named,
        levelName: named,
        levelNo: (no) => sql<boolean>`(r.value ->> 'levelNo')::int = ${no}`,
        loanType: ofValue('loanType'),
        mediaPlatform: ofValue('mediaPlatform'),
        channelCode: (code) => sql<boolean>`r.value ->> 'channelCode' = upper(${code}::text)`,
        ownerUserNo: (userNo) =>
          sql<boolean>`exists (select from channel_now c where c.rule_id = r.rule_id and c.owner_user_no = ${userNo})`,
        isPaused: (is) => sql<boolean>`(r.rule_status = 'DISABLED' AND EXISTS (SELECT FROM channel_pause p
          JOIN config_rule held USING (rule_id)
          WHERE p.rule_id = r.rule_id AND p.version_no = held.disabled_through)) = ${is}`,
        figuresOn: () => sql<boolean>`true`,
        ruleId: by.is('r.ruleId'),
        ruleName: named,
        contentType: ofValue('contentType'),
        // Versions from before there were slots and audiences say neither.
        slot: (slot) => sql<boolean>`coalesce(r.value ->> 'slot', 'HOME_LIST') = ${slot}`,
        appAudience: (wanted) => sql<boolean>`coalesce(r.value ->> 'audience', 'ALL') = ${wanted}`,
        os: ofValue('os'),
        language: (language) => sql<boolean>`jsonb_exists(r.value -> 'content', ${language})`,
        activityType: ofValue('activityType'),
        awardType: ofValue('awardType'),
        activityStatus: (wanted) => sql<boolean>`case
          when (r.value ->> 'endAt')::timestamptz <= now() then 'ENDED' when not r.is_enabled then 'STOPPED'
          when (r.value ->> 'startAt')::timestamptz <= now() then 'RUNNING' else 'SCHEDULED' end = ${wanted}`,
        // Runs on one of its days.
        period: ({ from, to }) =>
          sql<boolean>`(${from ?? null}::date IS NULL OR ${eatDay('endAt')} >= ${from ?? null}::date)
            AND (${to ?? null}::date IS NULL OR ${eatDay('startAt')} <= ${to ?? null}::date)`,
        consumptionType: ofValue('consumptionType'),
        typeCode: (code) =>
          sql<boolean>`coalesce(r.value ->> 'typeCode', r.value ->> 'consumptionType') = upper(${code}::text)`,
        typeName: (name) =>
          sql<boolean>`exists (select from jsonb_each_text(r.value -> 'names') n where strpos(lower(n.value), lower(${name}::text)) > 0)`,
        rollRule: ofValue('rollRule'),
        role: (role) => family.withRole?.(role) ?? sql<boolean>`true`,
      },
      sorts: { effectiveFrom: 'r.effectiveFrom', ruleId: 'r.ruleId' },
      first: [['r.ruleId', 'desc']],
      select: (query) =>
        query
          .select(['r.ruleId', 'r.merchantNo', 'm.merchantName', 'r.subjectNo', 'r.ruleStatus', 'r.isEnabled'])
          .select(['r.hasPending', 'r.versionNo', 'r.effectiveFrom', 'r.lastRunAt', 'r.lastRunItems'])
          .select(['r.value', 'r.version']),
      rows: async (stored, reading) => {
        const read = stored.map((row) => ({ ...row, value: family.contract.value.parse(row.value) }));
        const more = (await family.decorate?.(read, reading)) ?? new Map<string, object>();
        return read.map(({ value, lastRunAt, ...row }) => ({
          ...value,
          ...more.get(row.ruleId),
          ...row,
          lastRunAt: lastRunAt?.toISOString() ?? null,
          allowedActions: actionsOn(row, family, reading.caller),
        }));
      },
    }),
  );
}

function actionsOn<Value extends object>(
  { ruleStatus, hasPending }: Pick<rules.RuleRow, 'ruleStatus' | 'hasPending'>,
  { codes }: RuleFamily<Value>,
  caller: Caller,
): rules.RuleRow['allowedActions'] {
  const maySave = caller.codes.has(codes.save);
  const mayState = caller.codes.has(codes.state);
  const isOn = ruleStatus === 'ENABLED' || ruleStatus === 'SCHEDULED';
  const can: [rules.RuleRow['allowedActions'][number], boolean][] = [
    ['update', maySave && !hasPending],
    ['disable', mayState && isOn],
    ['enable', mayState && maySave && ruleStatus === 'DISABLED' && !hasPending],
  ];
  return can.filter(([, may]) => may).map(([action]) => action);
}
