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
      scope: by.ofMerchants('r.merchantNo'),
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
