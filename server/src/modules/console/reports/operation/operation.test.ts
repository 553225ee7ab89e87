import { customerManage, operationReport, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';

let app: TestApp;
let lead: Person;
const today = businessDateOf(new Date());
const period = { from: addDays(today, -399), to: today };
const whole = { page: 1, pageSize: 1_000, sort: null } as const;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  const { userNo } = await addPerson(app.database, 'rep.ops', {
    codes: ['report:operation:drill', 'report:operation:export'],
    pages: ['/AdminContent/ReportSystem/OperationReport'],
  });
  const merchants = await app.database.db.selectFrom('merchant').select('merchantNo').execute();
  await app.database.db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  lead = await as(app, 'rep.ops');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const query = async (filters: RequestOf<typeof operationReport.query>['filters']) =>
  await lead.call(operationReport.query, { filters: { period, ...filters }, ...whole });
const totalOf = async (filters: RequestOf<typeof operationReport.query>['filters'] = {}) =>
  (await query(filters)).rows[0]?.figures ?? {};
const run = async (statement: ReturnType<typeof sql>) => await statement.execute(app.database.db);

it('counts the funnel in different customers', async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from customer)::int as registered,
    (select count(distinct customer_no) from loan_order)::int as submitted,
    (select count(distinct o.customer_no) from order_event e join loan_order o using (order_no)
      where e.command = 'pass')::int as approved,
    (select count(distinct o.customer_no) from order_event e join loan_order o using (order_no)
      where e.to_status = 'DISBURSED' and e.command <> 'rollBack')::int as disbursed`.execute(app.database.db);
  expect(rows[0]?.['disbursed']).toBeGreaterThan(0);
  expect(await totalOf()).toMatchObject(rows[0] ?? {});
});

it('counts as active whom the app’s server told of, once a customer, by the version of the app', async () => {
  const now = { period: { from: today, to: today } };
  const before = (await totalOf(now))['activeCustomers'] ?? 0;
  const { rows } = await sql<{ customerNo: string }>`select customer_no from customer c
    where not exists (select from app_session s where s.customer_no = c.customer_no)
    order by customer_no limit 2`.execute(app.database.db);
  await addPerson(app.database, 'rep.app', { codes: ['audit:order:intake'] });
  const merchants = await app.database.db.selectFrom('merchant').select('merchantNo').execute();
  const { userNo } = await app.database.db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'rep.app')
    .executeTakeFirstOrThrow();
  await app.database.db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  const server = await as(app, 'rep.app');
  const [one, other] = rows.map(({ customerNo }) => customerNo);
  for (const customerNo of [one, one, other]) {
    await server.call(customerManage.signedIn, { customerNo: customerNo ?? '', appVersion: '9.9.1' });
  }
  expect((await totalOf(now))['activeCustomers']).toBe(before + 2);
  const { rows: byVersion } = await query({ ...now, dimension: 'VERSION' });
  expect(byVersion.find(({ key }) => key === '9.9.1')?.figures['activeCustomers']).toBe(2);
});

it('adds what registrations, applications and loans of a channel cost', async () => {
  const { rows } = await sql<{ orderNo: string; customerNo: string; merchantNo: string; loanType: string }>`
    select o.order_no, o.customer_no, o.merchant_no, o.loan_type from loan_order o
    join order_event e on e.order_no = o.order_no and e.to_status = 'DISBURSED'
    order by o.loan_type, o.order_no limit 1`.execute(app.database.db);
  const [loan] = rows;
  if (!loan) throw new Error('no loan is disbursed');
  await run(sql`update loan_order set promotion_channel = 'TEST_ADS' where order_no = ${loan.orderNo}`);
  await run(sql`insert into channel_event (channel_code, merchant_no, event_kind, customer_no, cost_cents, biz_date)
    values ('TEST_ADS', ${loan.merchantNo}, 'REGISTRATION', ${loan.customerNo}, 3000, ${today})`);
  const value = { channelCode: 'TEST_ADS', channelBilling: 'CPS', unitPriceCents: 50_00 };
  await run(sql`insert into config_version (config_key, subject_no, version_no, value, effective_from, in_force_from,
      stored_status, maker_user_no, editor_user_nos, checker_user_no, reason)
    select 'operation.putChannel', ${`${loan.merchantNo}_TEST`}, 1, ${JSON.stringify(value)}, '2020-01-01', '2020-01-01',
      'IN_FORCE', min(user_no), array[min(user_no)], max(user_no), 'Test' from app_user`);
  const { rows: figures } = await query({ dimension: 'CHANNEL' });
  const ads = figures.find(({ key }) => key === 'TEST_ADS')?.figures;
  const firstLoans = loan.loanType === 'FIRST' ? 1 : 0;
  expect(ads).toMatchObject({ eventCostCents: 3000, loanCostCents: 5000, channelCostCents: 8000, firstLoans });
  expect(ads?.['costPerFirstLoanCents']).toBe(firstLoans === 0 ? null : 8000);
});

it('tells contacts that were refused, reached, willing and opted out', async () => {
  const { rows } = await sql<{ phone: string; customerNo: string; merchantNo: string }>`
    select phone, customer_no, merchant_no from customer order by customer_no limit 1`.execute(app.database.db);
  const [{ phone, customerNo, merchantNo } = { phone: '', customerNo: '', merchantNo: '' }] = rows;
  const attempt = async (channel: string, refusedFor: string | null) => {
    const made = await sql<{ id: number }>`insert into contact_attempt
        (attempted_at, phone, purpose, channel, customer_no, merchant_no, refused_for)
      values (now() - interval '1 hour', ${phone}, 'MARKETING', ${channel}, ${customerNo}, ${merchantNo}, ${refusedFor})
      returning attempt_id as id`.execute(app.database.db);
    return made.rows[0]?.id ?? 0;
  };
  const before = await totalOf();
  const robot = await attempt('ROBOT', null);
  const sms = await attempt('SMS', null);
  await attempt('SMS', 'CONTACT_HOURS');
  await run(sql`insert into contact_result (attempt_id, outcome, talk_seconds, willingness, cost_cents)
    values (${robot}, 'ANSWERED', 12, 'WILLING', 150), (${sms}, 'DELIVERED', null, null, 80)`);
  await run(sql`insert into contact_block (block_kind, phone, set_at) values ('OPT_OUT', ${phone}, now())`);
  const after = await totalOf();
  const added = Object.fromEntries(
    [
      'sent',
      'delivered',
      'dialled',
      'answered',
      'willing',
      'reached',
      'optedOut',
      'gateRefused',
      'contactCostCents',
    ].map((measure) => [measure, (after[measure] ?? 0) - (before[measure] ?? 0)]),
  );
  expect(added).toEqual({
    sent: 1,
    delivered: 1,
    dialled: 1,
    answered: 1,
    willing: 1,
    reached: 2,
    optedOut: 2,
    gateRefused: 1,
    contactCostCents: 230,
  });
  const { rows: reasons } = await query({ dimension: 'REASON' });
  expect(reasons.find(({ key }) => key === 'CONTACT_HOURS')).toMatchObject({
    keyName: 'Outside contact hours',
    figures: { gateRefused: 1 },
  });
});

it('tells by task what its texts came to, and takes several merchants at once', async () => {
  const { db } = app.database;
  await run(sql`insert into user_group (user_group_no, group_name, merchant_no, rules, updated_by)
    select 'UGTEST', 'Test', min(m.merchant_no), '[]', min(u.user_no) from merchant m, app_user u`);
  const task = await sql<{ taskNo: string; merchantNo: string }>`insert into sms_marketing_task (merchant_no, task_name,
      user_group_no, audience_count, hold_out_percent, scheduled_at, rate_per_minute, budget_cents, estimated_cost_cents,
      attribution_days, created_by)
    select min(m.merchant_no), 'Payday offer', 'UGTEST', 1, 0, now(), 60, 10000, 80, 7, min(u.user_no)
    from merchant m, app_user u returning task_no, merchant_no`.execute(db);
  const { taskNo = '', merchantNo = '' } = task.rows[0] ?? {};
  const attempt = await sql<{ id: number }>`insert into contact_attempt
      (attempted_at, phone, purpose, channel, merchant_no) values
      (now() - interval '1 hour', '254711999111', 'MARKETING', 'SMS', ${merchantNo}) returning attempt_id as id`.execute(
    db,
  );
  await run(sql`insert into sms_marketing_recipient (task_no, customer_no, phone, recipient_status, attempt_id)
    select ${taskNo}, min(customer_no), '254711999111', 'SENT', ${attempt.rows[0]?.id ?? 0} from customer`);
  const { rows } = await query({ dimension: 'TASK' });
  expect(rows.find(({ key }) => key === taskNo)).toMatchObject({ keyName: 'Payday offer', figures: { sent: 1 } });
  expect((await totalOf({ taskNo }))['sent']).toBe(1);
  const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
  const nos = merchants.map((one) => one.merchantNo);
  const [first = '', ...others] = nos;
  const registered = async (filter: string | string[]) => (await totalOf({ merchantNo: filter }))['registered'] ?? 0;
  expect(await registered(nos)).toBe((await totalOf())['registered']);
  expect((await registered(first)) + (await registered(others))).toBe(await registered(nos));
});

it('marks cohorts that are not yet a week old', async () => {
  const { rows } = await query({ period: { from: addDays(today, -9), to: today }, dimension: 'DATE' });
  const days = rows.filter(({ rowKind }) => rowKind === 'ROW');
  expect(days.filter(({ isYoung }) => isYoung).map(({ key }) => key)).toEqual(
    days.map(({ key }) => key).filter((key) => key > addDays(today, -7)),
  );
});

it('shows traffic staff the traffic of the merchants in their record and of the channels they own', async () => {
  const { db } = app.database;
  const merchants = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').execute();
  const { userNo } = await addPerson(app.database, 'rep.traffic', {
    codes: ['report:operation:drill'],
    pages: ['/AdminContent/ReportSystem/OperationReport'],
  });
  await db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  const traffic = await as(app, 'rep.traffic');
  // Channels are chosen by their names, those of the dictionary among them.
  expect((await traffic.call(operationReport.definitions, {})).channels).toContainEqual({
    value: 'ORGANIC',
    label: 'Organic',
  });
  const figures = async (filters: object = {}) =>
    (await traffic.call(operationReport.query, { filters: { period, ...filters }, ...whole })).rows[0]?.figures ?? {};
  const FUNNEL = ['registered', 'submitted', 'approved', 'disbursed', 'firstLoans', 'channelCostCents'] as const;
  const funnel = (of: Awaited<ReturnType<typeof figures>>) => FUNNEL.map((measure) => of[measure]);
  // Who is none of them sees all of their merchants.
  const all = await totalOf();
  expect(await figures()).toEqual(all);
  const [mine = { merchantNo: '' }] = await db
    .selectFrom('channelEvent')
    .select('merchantNo')
    .where('channelCode', '=', 'TEST_ADS')
    .execute();
  const other = merchants.find(({ merchantNo }) => merchantNo !== mine.merchantNo) ?? { merchantNo: '' };
  await db.insertInto('personnel').values({ personnelKind: 'TRAFFIC', userNo }).execute();
  await db
    .insertInto('personnelMerchant')
    .values({ personnelKind: 'TRAFFIC', userNo, merchantNo: other.merchantNo })
    .execute();
  const own = await totalOf({ merchantNo: other.merchantNo });
  expect(funnel(await figures())).toEqual(funnel(own));
  expect((await figures())['registered']).toBeLessThan(all['registered'] ?? 0);
  // What no traffic brings is theirs to read as before.
  expect((await figures())['sent']).toBe(all['sent']);
  // A channel of another merchant is theirs with all that it brought.
  await run(sql`insert into config_rule (rule_id, config_key, merchant_no, created_by)
    values ('TEST', 'operation.putChannel', ${mine.merchantNo}, ${userNo})`);
  await run(sql`insert into channel_owner (rule_id, user_no, since) values ('TEST', ${userNo}, now())`);
  const ads = await totalOf({ promotionChannel: 'TEST_ADS' });
  expect(ads['channelCostCents']).toBe(8000);
  expect(funnel(await figures({ promotionChannel: 'TEST_ADS' }))).toEqual(funnel(ads));
  expect((await figures())['registered']).toBe((own['registered'] ?? 0) + (ads['registered'] ?? 0));
});
