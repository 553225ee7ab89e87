import type { abTest } from '@kituo/sdk/contracts';

type Kind = abTest.ExperimentRow['experimentKind'];

/** Days in which an outcome of a model counts: long enough for a first loan to be disbursed. */
const MODEL_DAYS = 30;

/** Days in which a call of a robot counts: what borrowers do later, they do for other reasons. */
const ROBOT_DAYS = 7;

/** SQL of every experiment: what was compared with something, from its first exposure on. */
export const EXPERIMENTS = `(
  select 'SMS_VARIANT' as experiment_kind, t.task_no as subject_no, t.task_name as experiment_name, t.merchant_no,
    t.started_at, t.ended_at, t.attribution_days as window_days
  from sms_marketing_task t
  where t.started_at is not null and (t.hold_out_percent > 0
    or (select count(*) from sms_marketing_arm a where a.task_no = t.task_no) > 1)
  union all
  select 'UNRENEWED_STEP', p.config_no || '-' || p.step_no, c.config_name || ' · ' || p.days_since_settled, c.merchant_no,
    f.started_at, case when c.unrenewed_status = 'DISABLED' then c.updated_at end, c.attribution_days
  from unrenewed_step p join unrenewed_config c on c.config_no = p.config_no
    cross join lateral (select min(s.sent_at) as started_at from unrenewed_send s
      where s.config_no = p.config_no and s.step_no = p.step_no) f
  where c.hold_out_percent > 0 and f.started_at is not null
  union all
  select 'ROBOT_PLAN', h.plan_no || '-' || h.test_no, p.plan_name, p.merchant_no, h.started_at, h.ended_at, ${ROBOT_DAYS}
  from robot_plan_test h join robot_plan p on p.plan_no = h.plan_no
  union all
  select 'RISK_MODEL', r.test_no, r.test_no || ' · ' || r.loan_type, r.merchant_no, min(r.started_at),
    case when bool_and(r.ended_at is not null) then max(r.ended_at) end, ${MODEL_DAYS}
  from risk_traffic r
  where r.checker_user_no is not null and exists (select from risk_traffic_arm a
    where a.traffic_id = r.traffic_id and a.model_role = 'CHALLENGER')
  group by r.test_no, r.loan_type, r.merchant_no
)`;

/**
 * SQL of whom an experiment put where: assigned, when exposed (null where nothing reached them), and when they did what
 * it is about. `$no` stands for the experiment's number.
 */
const APPLIED = (exposed: string) => `(select min(l.apply_time) from loan_order l
  where l.customer_no = x.customer_no and l.apply_time >= ${exposed})`;
/** Why somebody was left out of a strategy before it divided those who are due. */
const DROPPED_BEFORE = `'CLOSED_ACCOUNT', 'BLOCKED', 'BLACKLISTED', 'NO_CONSENT'`;
const EXPOSED: Readonly<Record<Kind, string>> = {
  SMS_VARIANT: `select x.customer_no, coalesce(x.arm, 'HOLD_OUT') as variant, x.at as exposed_at,
      ${APPLIED('x.at')} as converted_at
    from (select r.customer_no, r.arm, case when r.recipient_status = 'HELD_OUT' then t.started_at
        when r.recipient_status <> 'SKIPPED' then r.sent_at end as at
      from sms_marketing_recipient r join sms_marketing_task t on t.task_no = r.task_no
      where r.task_no = $no and (r.arm is not null or r.recipient_status = 'HELD_OUT')) x`,
  // Everybody who was divided counts in the split; a daily cap or the gate leaves people out of the sending, not out of it.
  UNRENEWED_STEP: `select x.customer_no, x.variant, x.exposed_at, n.apply_time as converted_at
    from (select s.customer_no, s.renewed_order_no,
        case when s.recipient_status = 'HELD_OUT' or s.attempt_id is not null and s.recipient_status <> 'SKIPPED'
          then s.sent_at end as exposed_at,
        case when s.recipient_status = 'HELD_OUT' then 'HOLD_OUT' else 'A' end as variant
      from unrenewed_send s where s.config_no || '-' || s.step_no = $no and not (s.recipient_status = 'SKIPPED'
        and coalesce(s.unrenewed_skip in (${DROPPED_BEFORE}), false))) x
    left join loan_order n on n.order_no = x.renewed_order_no`,
  // By intention: whom a run would have called counts in either group from then on, reached or not. Borrowers of cases
  // are called to pay, others to apply.
  ROBOT_PLAN: `select x.customer_no, case when x.is_held_out then 'HOLD_OUT' else 'A' end as variant,
      x.joined_at as exposed_at, case when p.section in ('collection', 'collectionStage')
        then (select min(a.applied_at) from loan_order l join payment_application a on a.order_no = l.order_no
          where l.customer_no = x.customer_no and a.application_status = 'LIVE' and a.applied_at >= x.joined_at)
        else ${APPLIED('x.joined_at')} end as converted_at
    from robot_plan_customer x join robot_plan p on p.plan_no = x.plan_no
    where x.plan_no || '-' || x.test_no = $no`,
  RISK_MODEL: `select x.customer_no, x.rule_id as variant, x.joined_at as exposed_at,
      (select min(l.lending_time) from loan_order l join risk_score s on s.order_no = l.order_no
        where l.customer_no = x.customer_no and s.test_no = x.test_no) as converted_at
    from risk_test_customer x where x.test_no = $no`,
};

/** SQL of planned shares by variant, and what each is called. */
const PLANNED: Readonly<Record<Kind, string>> = {
  SMS_VARIANT: `select a.arm as variant, a.arm || ' · ' || t.template_name as variant_name,
      a.share_percent * (100 - k.hold_out_percent) / 100.0 as share_pct, false as is_control
    from sms_marketing_arm a join sms_marketing_task k on k.task_no = a.task_no
      join sms_marketing_template t on t.template_no = a.template_no where a.task_no = $no
    union all select 'HOLD_OUT', '', k.hold_out_percent, true from sms_marketing_task k
      where k.task_no = $no and k.hold_out_percent > 0`,
  UNRENEWED_STEP: `select v.variant, v.variant_name, v.share_pct, v.is_control
    from unrenewed_step p join unrenewed_config c on c.config_no = p.config_no
      join sms_marketing_template t on t.template_no = p.template_no
      cross join lateral (values ('A', t.template_name, 100.0 - c.hold_out_percent, false),
        ('HOLD_OUT', '', c.hold_out_percent, true)) v (variant, variant_name, share_pct, is_control)
    where p.config_no || '-' || p.step_no = $no`,
  ROBOT_PLAN: `select v.variant, v.variant_name, v.share_pct, v.is_control
    from robot_plan_test h join robot_plan p on p.plan_no = h.plan_no
      cross join lateral (values ('A', p.script_code, 100.0 - h.hold_out_percent, false),
        ('HOLD_OUT', '', h.hold_out_percent, true)) v (variant, variant_name, share_pct, is_control)
    where h.plan_no || '-' || h.test_no = $no`,
  RISK_MODEL: `select a.rule_id as variant, coalesce(c.value ->> 'ruleName', a.rule_id) as variant_name,
      a.traffic_percent::numeric as share_pct, a.model_role = 'CHAMPION' as is_control
    from risk_traffic_arm a left join config_rule_now c on c.rule_id = a.rule_id
    where a.model_role <> 'SHADOW' and a.traffic_id = (select r.traffic_id from risk_traffic r
      where r.test_no = $no and r.checker_user_no is not null order by r.started_at desc limit 1)`,
};

/** The same text with the experiment's number in its place, which travels as a parameter. */
const partsOf = (text: string): readonly string[] => text.split('$no');
export const exposedOf = (kind: Kind): readonly string[] => partsOf(EXPOSED[kind]);
export const plannedOf = (kind: Kind): readonly string[] => partsOf(PLANNED[kind]);
