import { abTest } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';

let app: TestApp;
let reader: Person;
let stranger: Person;
let modeller: Person;
const MERCHANT = 'M0001';
const codes = ['report:abTest:view'];
const page = '/AdminContent/ReportSystem/OperationReport';

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { db } = app.database;
  const of = async (name: string, merchantNo: string, pages: string[]) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  reader = await of('ab.reader', MERCHANT, [page]);
  stranger = await of('ab.stranger', 'M0002', [page]);
  modeller = await of('ab.modeller', MERCHANT, [page, '/AdminContent/RiskControlSystem/RiskControlModel']);
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** So many customers like one that there is; those of a list applied for a loan two days after the first day. */
async function people(prefix: string, count: number): Promise<void> {
  await sql`insert into customer select (jsonb_populate_record(c, jsonb_build_object('customer_no', ${prefix} || i,
      'phone', '2547' || lpad((${prefix.charCodeAt(0)} * 100000 + i)::text, 8, '0'),
      'id_card_no', (${prefix.charCodeAt(0)} * 100000 + i)::text))).*
    from customer c, generate_series(1, ${count}::int) i
    where c.customer_no = (select min(customer_no) from customer where merchant_no = ${MERCHANT})`.execute(
    app.database.db,
  );
}
/** Those of a customer's number from here on apply. */
async function apply(prefix: string, from: number, to: number, days: number): Promise<void> {
  await sql`insert into loan_order select (jsonb_populate_record(o, jsonb_build_object('order_no', 'X' || ${prefix} || i,
      'customer_no', ${prefix} || i, 'apply_time', now() - make_interval(days => ${days}), 'lending_time', null, 'third_party_order_no', null, 'repayment_code', 'T' || ${prefix} || lpad(i::text, 6, '0')))).*
    from loan_order o, generate_series(${from}::int, ${to}::int) i
    where o.order_no = (select order_no from loan_order where merchant_no = ${MERCHANT}
      order by order_status in ('MACHINE_REFUSED', 'REFUSED', 'VOIDED') desc, order_no limit 1)`.execute(
    app.database.db,
  );
}

/** A task of two arms and a hold-out, sent 20 days ago, with 7 days to apply. */
async function task(
  prefix: string,
  arms: Readonly<Record<string, readonly [from: number, to: number]>>,
): Promise<string> {
  const { db } = app.database;
  const { rows } = await sql<{ taskNo: string }>`
    insert into sms_marketing_task (merchant_no, task_name, user_group_no, audience_count, hold_out_percent, scheduled_at,
      rate_per_minute, budget_cents, estimated_cost_cents, attribution_days, task_status, created_by, started_at, ended_at)
    select ${MERCHANT}, ${`Test ${prefix}`}, g.user_group_no, 1, 20, now() - interval '20 days', 100, 1000, 0, 7, 'DONE',
      g.updated_by, now() - interval '20 days', now() - interval '19 days'
    from user_group g limit 1 returning task_no`.execute(db);
  const taskNo = rows[0]?.taskNo ?? '';
  await sql`insert into sms_marketing_arm (task_no, arm, template_no, share_percent)
    select ${taskNo}, a, t.template_no, 50 from unnest(array['A', 'B']) a, (select template_no from sms_marketing_template
      limit 1) t`.execute(db);
  for (const [arm, [from, to]] of Object.entries(arms)) {
    await sql`insert into sms_marketing_recipient (task_no, customer_no, phone, arm, recipient_status, sent_at)
      select ${taskNo}, c.customer_no, c.phone, ${arm === 'HOLD_OUT' ? null : arm}::text,
        ${arm === 'HOLD_OUT' ? 'HELD_OUT' : 'DELIVERED'}, ${arm === 'HOLD_OUT' ? sql`null` : sql`now() - interval '20 days'`}
      from customer c, generate_series(${from}::int, ${to}::int) i where c.customer_no = ${prefix} || i`.execute(db);
  }
  return `SMS_VARIANT:${taskNo}`;
}

const list = async (who: Person, filters = {}) =>
  (await who.call(abTest.page, { filters, page: 1, pageSize: 100, sort: null })).rows;

it('arms are held against the hold-out, outcomes within the window alone, and a difference is said with its interval', async () => {
  await people('K', 2_500);
  // 400 of 1,000 in A; 205 of 1,000 in B, of which 5 too late; 100 of 500 held out.
  await apply('K', 1, 400, 15);
  await apply('K', 1_001, 1_200, 15);
  await apply('K', 1_201, 1_205, 10);
  await apply('K', 2_001, 2_100, 15);
  const experimentNo = await task('K', { A: [1, 1_000], B: [1_001, 2_000], HOLD_OUT: [2_001, 2_500] });
  const result = await reader.call(abTest.query, { experimentNo });
  expect(result).toMatchObject({
    experimentKind: 'SMS_VARIANT',
    experimentState: 'ENDED',
    windowDays: 7,
    splitPValue: 1,
  });
  const [control, a, b] = result.variants;
  expect(control).toMatchObject({
    variant: 'HOLD_OUT',
    isControl: true,
    n: 500,
    converted: 100,
    ratePct: 20,
    verdict: null,
  });
  expect(a).toMatchObject({
    variant: 'A',
    n: 1_000,
    converted: 400,
    ratePct: 40,
    diffPct: 20,
    liftPct: 100,
    sharePct: 40,
  });
  expect(a?.interval95?.low).toBeGreaterThan(15);
  expect(a?.interval95?.high).toBeLessThan(25);
  expect(b).toMatchObject({ variant: 'B', n: 1_000, converted: 200, ratePct: 20, diffPct: 0 });
  // The hold-out is smaller than what a change by a fifth takes: nothing is said yet, however large the difference.
  expect(result.plannedN).toBeGreaterThan(500);
  expect(a?.verdict).toBe('TOO_EARLY');
  expect(result.days.find(({ variant }) => variant === 'A')).toMatchObject({ diffPct: 20 });
  const drilled = await reader.call(abTest.drill, {
    filters: { experimentNo, variant: 'A' },
    page: 1,
    pageSize: 1_000,
    sort: null,
  });
  expect(drilled.total).toBe(1_000);
  expect(drilled.rows.filter(({ convertedAt }) => convertedAt !== null)).toHaveLength(400);
});

it('says better or none once the sample is there, and nothing where the split is not as planned', async () => {
  await people('L', 6_000);
  await apply('L', 1, 1_000, 15);
  await apply('L', 2_001, 2_500, 15);
  await apply('L', 4_001, 4_500, 15);
  const [even, uneven] = [
    await task('L', { A: [1, 2_000], B: [2_001, 4_000], HOLD_OUT: [4_001, 5_000] }),
    await task('L', { A: [1, 2_000], B: [2_001, 2_600], HOLD_OUT: [4_001, 5_000] }),
  ];
  const verdicts = async (experimentNo: string) =>
    (await reader.call(abTest.query, { experimentNo })).variants.map(({ verdict }) => verdict);
  // 50% of the held out applied: a fifth more is found with 400 a variant.
  expect(await verdicts(even)).toEqual([null, 'NO_DIFFERENCE', 'WORSE']);
  expect(await verdicts(uneven)).toEqual([null, 'INVALID', 'INVALID']);
});

it('a daily cap leaves people out of the sending, not out of the split', async () => {
  const { db } = app.database;
  await people('M', 500);
  await apply('M', 1, 500, 15);
  const { rows } = await sql<{ configNo: string }>`insert into unrenewed_config (merchant_no, config_name,
      min_on_time_count, daily_cap, hold_out_percent, attribution_days, effective_from, created_by, updated_by)
    values (${MERCHANT}, 'Capped', 0, 100, 20, 7, current_date - 30, 'U000001', 'U000001') returning config_no`.execute(
    db,
  );
  const configNo = rows[0]?.configNo ?? '';
  await sql`insert into unrenewed_step (config_no, step_no, days_since_settled, send_time, template_no)
    select ${configNo}, 1, 3, '09:00', template_no from sms_marketing_template limit 1`.execute(db);
  // A hundred held out; of four hundred others the cap let a hundred through, and twenty had never agreed.
  const sent = async (from: number, to: number, status: string, skip: string | null) =>
    await sql`insert into unrenewed_send (config_no, step_no, customer_no, phone, order_no, settled_on,
        days_since_settled, due_on, run_no, recipient_status, unrenewed_skip, attempt_id, sent_at)
      select ${configNo}, 1, 'M' || i, '254700000000', 'XM' || i, current_date - 23, 3, current_date - 20, 1, ${status},
        ${skip}::text, ${status === 'DELIVERED' ? 1 : null}::bigint,
        case when ${skip}::text is null then now() - interval '20 days' end
      from generate_series(${from}::int, ${to}::int) i`.execute(db);
  await sent(1, 96, 'HELD_OUT', null);
  await sent(97, 196, 'DELIVERED', null);
  await sent(197, 480, 'SKIPPED', 'DAILY_CAP');
  await sent(481, 500, 'SKIPPED', 'NO_CONSENT');
  // One of them replied STOP: kept with the number, as the gateway knows no customer.
  await sql`insert into contact_block (phone, merchant_no, block_kind, note, set_at)
    select phone, merchant_no, 'OBJECTED', 'STOP', now() - interval '19 days' from customer where customer_no = 'M97'`.execute(
    db,
  );
  // Of the held out, 30 complained: within the window 20 of them.
  await sql`insert into feedback (merchant_no, customer_no, source, category, severity, content, created_by, created_at, due_at)
    select ${MERCHANT}, 'M' || i, 'CALL', 'OTHER', 'LOW', 'Why?', 'U000001',
      now() - make_interval(days => case when i <= 20 then 18 else 5 end), now()
    from generate_series(1, 30) i`.execute(db);
  const result = await reader.call(abTest.query, { experimentNo: `UNRENEWED_STEP:${configNo}-1` });
  expect(result.splitPValue).toBe(1);
  expect(result.variants).toMatchObject([
    { variant: 'HOLD_OUT', assigned: 96, n: 96, optOut: { did: 0 }, complaints: { of: 96, did: 20, pValue: null } },
    { variant: 'A', assigned: 384, n: 100, verdict: 'TOO_EARLY', optOut: { of: 100, did: 1 }, complaints: { did: 0 } },
  ]);
  expect(result.variants[1]?.complaints.pValue).toBeLessThan(0.001);
});

/** A robot plan with a hold-out of a fifth, which met its customers twenty days ago. */
async function plan(section: string): Promise<string> {
  const { rows } = await sql<{ planNo: string }>`insert into robot_plan (section, merchant_no, plan_name, script_code,
      voice_language, dial_from, dial_to, max_attempts, retry_gap_minutes, run_times, weekdays, starts_on, audience,
      hold_out_percent, updated_by)
    values (${section}, ${MERCHANT}, 'Mornings', 'RENEWAL', 'en', '09:00', '17:00', 1, 60, '{10:00}', '{1}',
      current_date - 30, '{}', 20, 'U000001') returning plan_no`.execute(app.database.db);
  const planNo = rows[0]?.planNo ?? '';
  await sql`insert into robot_plan_test (plan_no, test_no, hold_out_percent, started_at)
    values (${planNo}, 1, 20, now() - interval '20 days')`.execute(app.database.db);
  return planNo;
}

it('calls of a robot plan are held against customers whom it left alone', async () => {
  const { db } = app.database;
  await people('R', 500);
  await apply('R', 1, 30, 15);
  await apply('R', 101, 220, 15);
  const planNo = await plan('marketing');
  // A hundred left alone, of whom 30 applied; four hundred called, of whom 120 did.
  await sql`insert into robot_plan_customer (plan_no, test_no, customer_no, is_held_out, joined_at)
    select ${planNo}, 1, 'R' || i, i <= 100, now() - interval '20 days' from generate_series(1, 500) i`.execute(db);
  const experimentNo = `ROBOT_PLAN:${planNo}-1`;
  expect((await list(reader, { experimentKind: 'ROBOT_PLAN' })).map((row) => row.experimentNo)).toEqual([experimentNo]);
  expect(await reader.call(abTest.query, { experimentNo })).toMatchObject({
    windowDays: 7,
    experimentState: 'RUNNING',
    splitPValue: 1,
    variants: [
      { variant: 'HOLD_OUT', isControl: true, n: 100, converted: 30, sharePct: 20 },
      { variant: 'A', variantName: 'RENEWAL', n: 400, converted: 120, sharePct: 80, diffPct: 0 },
    ],
  });
});

it('a robot plan of cases counts borrowers who paid', async () => {
  const { db } = app.database;
  const planNo = await plan('collection');
  const { rows } = await sql<{ isHeldOut: boolean }>`insert into robot_plan_customer
    select ${planNo}, 1, p.customer_no, row_number() over (order by p.customer_no) = 1, p.first_at - interval '3 days'
    from (select l.customer_no, min(a.applied_at) as first_at from payment_application a
      join loan_order l on l.order_no = a.order_no
      where a.application_status = 'LIVE' and l.merchant_no = ${MERCHANT} and a.applied_at < now() - interval '10 days'
      group by l.customer_no limit 4) p returning is_held_out`.execute(db);
  expect(rows.length).toBeGreaterThan(1);
  const { variants } = await reader.call(abTest.query, { experimentNo: `ROBOT_PLAN:${planNo}-1` });
  expect(variants.map(({ variant, n, converted }) => [variant, n, converted])).toEqual([
    ['HOLD_OUT', 1, 1],
    ['A', rows.length - 1, rows.length - 1],
  ]);
});

it('shows experiments of one’s merchants alone, and those of models to who sees models', async () => {
  const { db } = app.database;
  const rules = await sql<{ ruleId: string }>`insert into config_rule (config_key, merchant_no, created_by)
    select 'risk.model', ${MERCHANT}, 'U000001' from generate_series(1, 2) returning rule_id`.execute(db);
  const { rows } = await sql<{ trafficId: number; testNo: string }>`insert into risk_traffic (merchant_no, loan_type,
      maker_user_no, checker_user_no, ended_at) values (${MERCHANT}, 'FIRST', 'U000001', 'U000016', now())
    returning traffic_id, test_no`.execute(db);
  const [traffic] = rows;
  for (const [index, role] of ['CHAMPION', 'CHALLENGER'].entries()) {
    await sql`insert into risk_traffic_arm (traffic_id, rule_id, model_role, traffic_percent)
      values (${traffic?.trafficId}, ${rules.rows[index]?.ruleId}, ${role}, 50)`.execute(db);
  }
  const experimentNo = `RISK_MODEL:${traffic?.testNo ?? ''}`;
  const seen = await list(modeller);
  expect(seen.map((row) => row.experimentNo)).toContain(experimentNo);
  expect((await list(reader)).map((row) => row.experimentNo)).not.toContain(experimentNo);
  expect((await reader.refusalOf(abTest.query, { experimentNo })).error).toBe('EXPERIMENT_NOT_FOUND');
  expect((await modeller.call(abTest.query, { experimentNo })).variants).toHaveLength(2);
  const sms = seen.find(({ experimentKind }) => experimentKind === 'SMS_VARIANT');
  expect((await stranger.refusalOf(abTest.query, { experimentNo: sms?.experimentNo ?? '' })).error).toBe(
    'EXPERIMENT_NOT_FOUND',
  );
  expect(
    (await list(reader, { experimentKind: 'UNRENEWED_STEP' })).every((row) => row.experimentKind === 'UNRENEWED_STEP'),
  ).toBe(true);
  expect(await list(reader, { experimentName: 'test k' })).toHaveLength(1);
});
