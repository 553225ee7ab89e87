import { taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import { type CodeWords, kes } from '../../platform/exports/index.ts';
import { everyRuleAt, type RuleFamily } from '../../platform/rules/index.ts';

type Activity = taskAward.ActivityRule;

const ACTIVITY: CodeWords = {
  INVITE: ['Invitation', '邀请'],
  ON_TIME_REPAYMENT: ['On-time repayment', '按时还款'],
  PROFILE: ['Profile', '完善资料'],
  CHECK_IN: ['Check-in', '签到'],
};
const AWARD: CodeWords = { COUPON: ['Coupon', '优惠券'], WALLET: ['Wallet', '钱包'], POINTS: ['Points', '积分'] };

/** What customers are awarded for; nothing without an activity. */
export const activityFamily: RuleFamily<Activity> = {
  key: 'operation.activity',
  title: { en: 'Activity', zh: '活动' },
  contract: { ...taskAward, value: taskAward.activityRule },
  page: '/AdminContent/OperationSystem/ActivitiesConfiguration',
  codes: { save: 'operation:activity:save', state: 'operation:activity:stop', audit: 'operation:config:audit' },
  overlaps: (one, other) => one.ruleName === other.ruleName,
  simulate: null,
  async check(db, merchantNo, { couponTemplateNo, budgetCents }) {
    if (couponTemplateNo === null) return;
    const template = await db
      .selectFrom('couponTemplate')
      .select(['templateStatus', 'amountCents'])
      .where('couponTemplateNo', '=', couponTemplateNo)
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    if (template?.templateStatus !== 'ENABLED') {
      throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['value.couponTemplateNo'] });
    }
    if (template.amountCents > budgetCents) {
      const fields = [{ field: 'value.budgetCents', msg: 'Cannot be below the award' }];
      throw new AppError('BAD_REQUEST', { fields });
    }
  },
  fileColumns: [
    { en: 'Activity', zh: '活动类型', of: (row) => row.activityType, codes: ACTIVITY },
    { en: 'Days on time', zh: '按时天数', of: (row) => row.onTimeDays },
    { en: 'Award', zh: '奖励类型', of: (row) => row.awardType, codes: AWARD },
    { en: 'Award (KES)', zh: '奖励金额（KES）', of: (row) => kes(row.awardCents) },
    { en: 'Points', zh: '积分', of: (row) => row.points },
    { en: 'Coupon template', zh: '优惠券模板', of: (row) => row.couponTemplateNo },
    { en: 'Budget (KES)', zh: '预算（KES）', of: (row) => kes(row.budgetCents) },
    { en: 'Per customer', zh: '每人上限', of: (row) => row.perCustomerMax },
    { en: 'Per day', zh: '每日上限', of: (row) => row.perDayMax },
    { en: 'From', zh: '开始时间', of: (row) => row.startAt, isTime: true },
    { en: 'To', zh: '结束时间', of: (row) => row.endAt, isTime: true },
  ],
  async decorate(rows, { db }) {
    const now = new Date();
    const live = await everyRuleAt(db, activityFamily, now);
    const { rows: counted } = await sql<{
      readonly ruleId: string;
      readonly couponName: string | null;
      readonly spentCents: number;
      readonly participants: number;
      readonly awarded: number;
    }>`select w.rule_id, (select t.coupon_content from coupon_template t where t.coupon_template_no = w.coupon) as coupon_name,
        coalesce(sum(a.amount_cents) filter (where a.award_outcome = 'AWARDED'), 0)::bigint as spent_cents,
        count(distinct a.customer_no)::int as participants,
        count(*) filter (where a.award_outcome = 'AWARDED')::int as awarded
      from unnest(${rows.map(({ ruleId }) => ruleId)}::text[],
        ${rows.map(({ value }) => value.couponTemplateNo)}::text[]) as w (rule_id, coupon)
      left join activity_award a using (rule_id) group by w.rule_id, w.coupon`.execute(db);
    const figures = new Map(counted.map(({ ruleId, ...told }) => [ruleId, told]));
    return new Map(
      rows.map(({ ruleId, value }) => {
        const held = live.find((one) => one.ruleId === ruleId);
        return [ruleId, { ...figures.get(ruleId), activityStatus: statusOf(value, held?.isEnabled !== false, now) }];
      }),
    );
  },
};

/** Pure: by its moments, and whether somebody stopped it. */
export function statusOf(
  { startAt, endAt }: Pick<Activity, 'startAt' | 'endAt'>,
  isOn: boolean,
  at: Date,
): taskAward.ActivityRow['activityStatus'] {
  if (Date.parse(endAt) <= at.getTime()) return 'ENDED';
  if (!isOn) return 'STOPPED';
  return Date.parse(startAt) <= at.getTime() ? 'RUNNING' : 'SCHEDULED';
}
