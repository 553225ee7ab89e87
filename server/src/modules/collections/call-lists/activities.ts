import { callActivity, inboundConfig, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { lockTemplate } from '../../lending/coupons/index.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { inboundSettingMachine } from './inbound-setting.machine.ts';
import { decisionOf, settingActions, type SettingStep } from './inbound-setting.ts';
import { refuseUnknownTarget } from './options.ts';

/*
 * What telemarketers are rewarded for. An application counts for the activity of its merchant that covers its day and
 * the target it was called for; it keeps that activity, and an activity's amounts never change once it was approved.
 */

type Moved = ReplyOf<typeof callActivity.save>;

const targetNames = (lang: 'en' | 'zh') => sql<string>`(select string_agg(
    coalesce(nullif(o.option_names ->> ${lang}, ''), o.option_names ->> 'en', t.code), ', ' order by t.place)
  from unnest(y.marketing_targets) with ordinality as t (code, place)
  left join call_option o on o.option_type = 'MARKETING_TARGET' and o.code = t.code)`;

export const activities = defineList(
  callActivity.page,
  (db) => db.selectFrom('callActivity as y'),
  (by) => ({
    scope: by.ofMerchants('y.merchantNo'),
    key: 'y.activityNo',
    missing: 'CALL_ACTIVITY_NOT_FOUND',
    filters: {
      merchantNo: by.is('y.merchantNo'),
      activityState: by.is('y.activityState'),
      activityName: by.contains('y.activityName'),
      periodFrom: by.between('y.periodFrom'),
    },
    sorts: { periodFrom: 'y.periodFrom', updatedAt: 'y.updatedAt' },
    first: [['y.periodFrom', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'y.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'y.makerUserNo')
        .leftJoin('appUser as k', 'k.userNo', 'y.checkerUserNo')
        .leftJoin('couponTemplate as t', 't.couponTemplateNo', 'y.couponTemplateNo')
        .selectAll('y')
        .select(['m.merchantName', 'u.realName as makerName', 'k.realName as checkerName', 't.couponContent'])
        .select([targetNames('en').as('targetsEn'), targetNames('zh').as('targetsZh')])
        .select(
          sql<number>`(select count(*)::int from order_attribution a where a.activity_no = y.activity_no)`.as(
            'orderCount',
          ),
        )
        .select(
          sql<number>`(select count(*)::int from order_attribution a join loan_order o on o.order_no = a.order_no
            where a.activity_no = y.activity_no and o.lending_time is not null)`.as('loanCount'),
        ),
    row: (
      { makerUserNo, checkerUserNo: _checker, targetsEn, targetsZh, updatedAt, ...row },
      { caller, lang },
    ): callActivity.ActivityRow => ({
      ...row,
      marketingTargetNames: lang === 'zh' ? targetsZh : targetsEn,
      updatedAt: updatedAt.toISOString(),
      allowedActions: settingActions(caller, 'activity', { state: row.activityState, makerUserNo }),
    }),
  }),
);

const shillings = (cents: number) => (cents / 100).toFixed(2);

export const activityExport = exportOf(activities, {
  kind: 'activityConfig.export',
  title: { en: 'Export of activities', zh: '导出电销活动' },
  page: inboundConfig.INBOUND_CONFIG_PAGE,
  params: callActivity.exportList.request,
  fileStem: 'telemarketing-activities',
  subjectType: 'callActivity',
  columns: [
    { en: 'Activity', zh: '活动编号', of: (row) => row.activityNo },
    { en: 'Name', zh: '活动名称', of: (row) => row.activityName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Targets', zh: '营销目标', of: (row) => row.marketingTargetNames },
    { en: 'From', zh: '开始日期', of: (row) => row.periodFrom },
    { en: 'To', zh: '结束日期', of: (row) => row.periodTo },
    { en: 'Bonus per application (KES)', zh: '进件奖金（KES）', of: (row) => shillings(row.incomingBonusCents) },
    { en: 'Bonus per loan (KES)', zh: '放款奖金（KES）', of: (row) => shillings(row.loanBonusCents) },
    { en: 'Coupon', zh: '优惠券', of: (row) => row.couponContent },
    {
      en: 'Steps by month (applications: KES)',
      zh: '月度阶梯（进件数：KES）',
      of: (row) =>
        row.monthSteps.map(({ applications, bonusCents }) => `${applications}: ${shillings(bonusCents)}`).join(', '),
    },
    { en: 'Status', zh: '状态', of: (row) => row.activityState, codes: 'INBOUND_RULE_STATE' },
    { en: 'Applications', zh: '进件数', of: (row) => row.orderCount },
    { en: 'Loans', zh: '放款数', of: (row) => row.loanCount },
  ],
});

/** The approved activities that a person may filter by. */
export async function offeredActivities({ db, caller }: Call): Promise<ReplyOf<typeof callActivity.options>> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('callActivity')
    .select(['activityNo as value', 'activityName as label'])
    .where('activityState', 'in', ['ENABLED', 'DISABLED'])
    .$if(merchantNos !== null, (query) => query.where('merchantNo', 'in', merchantNos ?? []))
    .orderBy('periodFrom', 'desc')
    .orderBy('activityNo')
    .limit(500)
    .execute();
}

/**
 * The activity that an order of a telemarketer counts for: by the target that they last called the customer for before
 * the application was made. Null for none.
 */
export async function activityOf(db: Queryable, orderNo: string, userNo: string): Promise<string | null> {
  const { rows } = await sql<{ activityNo: string }>`select y.activity_no
    from loan_order o join customer c on c.customer_no = o.customer_no
    join call_entry e on e.merchant_no = o.merchant_no and e.phone = c.phone
    join call_made made on made.entry_id = e.entry_id and made.user_no = ${userNo} and not made.is_refused
      and made.at <= o.apply_time
    join call_activity y on y.merchant_no = o.merchant_no and y.activity_state = 'ENABLED'
      and e.marketing_target = any(y.marketing_targets)
      and (o.apply_time at time zone 'Africa/Nairobi')::date between y.period_from and y.period_to
    where o.order_no = ${orderNo} order by made.at desc limit 1`.execute(db);
  return rows[0]?.activityNo ?? null;
}

interface Covered {
  readonly merchantNo: string;
  readonly marketingTargets: readonly string[];
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly activityNo?: string | undefined;
}

/** @throws AppError CALL_ACTIVITY_EXISTS where another covers the merchant, a target and a day of it */
async function refuseOverlap(of: Covered, { tx }: CommandCall): Promise<void> {
  const { merchantNo, marketingTargets, periodFrom, periodTo, activityNo = '' } = of;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call activities ${merchantNo}`}, 0))`.execute(tx);
  const other = await tx
    .selectFrom('callActivity')
    .select('activityName')
    .where('merchantNo', '=', merchantNo)
    .where('activityState', 'in', ['PENDING_APPROVAL', 'ENABLED'])
    .where('activityNo', '<>', activityNo)
    .where('periodFrom', '<=', periodTo)
    .where('periodTo', '>=', periodFrom)
    .where(sql<boolean>`marketing_targets && ${[...marketingTargets]}::text[]`)
    .executeTakeFirst();
  if (other === undefined) return;
  throw new AppError('CALL_ACTIVITY_EXISTS', { fields: ['periodFrom'], facts: { activity: other.activityName } });
}

/** @throws AppError REFERENCE_UNKNOWN, COUPON_TEMPLATE_OFF unless the template is the merchant's and enabled */
async function refuseCouponOff(
  couponTemplateNo: string,
  merchantNo: string,
  { tx, caller }: CommandCall,
): Promise<void> {
  const template = await lockTemplate(tx, couponTemplateNo, caller.scope);
  if (template.merchantNo !== merchantNo) throw new AppError('REFERENCE_UNKNOWN', { fields: ['couponTemplateNo'] });
  if (template.templateStatus !== 'ENABLED') {
    throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['couponTemplateNo'] });
  }
}

/** Enabled templates that an activity may give. */
export async function offeredCoupons({ db, caller }: Call): Promise<ReplyOf<typeof callActivity.coupons>> {
  const merchantNos = merchantsSeen(caller.scope);
  const rows = await db
    .selectFrom('couponTemplate as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.couponTemplateNo as value', 't.couponContent', 'm.merchantName'])
    .where('t.templateStatus', '=', 'ENABLED')
    .$if(merchantNos !== null, (query) => query.where('t.merchantNo', 'in', merchantNos ?? []))
    .orderBy('t.couponTemplateNo', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ value, couponContent, merchantName }) => ({ value, label: `${couponContent} · ${merchantName}` }));
}

async function lockActivity(activityNo: string, { tx, caller }: CommandCall) {
  return await lockOne(tx, tx.selectFrom('callActivity').selectAll().where('activityNo', '=', activityNo), {
    missing: 'CALL_ACTIVITY_NOT_FOUND',
    subject: `call activity ${activityNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

/** @throws AppError CALL_ACTIVITY_NOT_FOUND, CALL_ACTIVITY_EXISTS, CALL_OPTION_UNKNOWN, REFERENCE_UNKNOWN, STALE, ILLEGAL_TRANSITION, BAD_REQUEST */
export async function saveActivity(
  { activityNo, version, ...form }: ParsedRequestOf<typeof callActivity.save>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  const { merchantNo } = form;
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  if (form.periodTo < form.periodFrom) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'periodTo', msg: 'Cannot be before the first day' }] });
  }
  const marketingTargets = [...new Set(form.marketingTargets)];
  for (const code of marketingTargets) await refuseUnknownTarget(tx, code, 'marketingTargets');
  const terms = { ...form, marketingTargets };
  if (form.couponTemplateNo !== null) await refuseCouponOff(form.couponTemplateNo, merchantNo, call);
  await refuseOverlap({ ...terms, activityNo }, call);
  const values = { ...terms, monthSteps: JSON.stringify(terms.monthSteps), makerUserNo: caller.userNo };
  const audit = { subjectType: 'callActivity', merchantNo, after: terms };
  if (activityNo === undefined) {
    const made = await tx
      .insertInto('callActivity')
      .values(values)
      .returning(['activityNo', 'activityState'])
      .executeTakeFirstOrThrow();
    await writeAudit(tx, call, { ...audit, action: 'callActivity.save', subjectNo: made.activityNo });
    return made;
  }
  const before = await lockActivity(activityNo, call);
  if (before.version !== version) throw new AppError('STALE');
  const activityState = await transition(call, {
    machine: inboundSettingMachine,
    command: 'submit',
    of: before,
    field: 'activityState',
    write: (state) =>
      tx
        .updateTable('callActivity')
        .set({ ...values, activityState: state, checkerUserNo: null, updatedAt: new Date() })
        .set({ version: before.version + 1 })
        .where('activityNo', '=', activityNo)
        .execute(),
    audit: { ...audit, action: 'callActivity.update', subjectNo: activityNo },
  });
  return { activityNo, activityState };
}

/** @throws AppError CALL_ACTIVITY_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, CALL_ACTIVITY_EXISTS */
export async function moveActivity(
  activityNo: string,
  command: SettingStep,
  call: CommandCall,
  reason?: string,
): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockActivity(activityNo, call);
  const decision = decisionOf(command, before, caller, reason);
  if (command === 'enable') await refuseOverlap(before, call);
  const activityState = await transition(call, {
    machine: inboundSettingMachine,
    command,
    of: before,
    field: 'activityState',
    write: (state) =>
      tx
        .updateTable('callActivity')
        .set({ ...decision, activityState: state, updatedAt: new Date(), version: before.version + 1 })
        .where('activityNo', '=', activityNo)
        .execute(),
    audit: {
      action: `callActivity.${command}`,
      subjectType: 'callActivity',
      subjectNo: activityNo,
      merchantNo: before.merchantNo,
      ...(reason !== undefined && { reason }),
    },
  });
  return { activityNo, activityState };
}
