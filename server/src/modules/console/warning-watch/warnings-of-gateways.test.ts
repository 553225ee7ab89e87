import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { watchWarnings } from './index.ts';
import { NOW, ago, anyAccount, type WatchDesk, watchDesk } from './testing/watch-desk.ts';

let app: WatchDesk['app'];
let watch: WatchDesk['watch'];
let warningsOf: WatchDesk['warningsOf'];
let comesAndGoes: WatchDesk['comesAndGoes'];

beforeAll(async () => {
  ({ app, watch, warningsOf, comesAndGoes } = await watchDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

test('a payout without an answer, from the fifteenth minute on', async () => {
  const { db } = app.database;
  const send = async (subjectNo: string, minutes: number) =>
    await db
      .insertInto('payoutAttempt')
      .values({
        merchantNo: 'M0001',
        subjectType: 'LOAN',
        subjectNo,
        attemptCount: 1,
        payoutChannel: 'MPESA',
        accountCode: anyAccount,
        amountCents: 25e4,
        attemptStatus: 'UNKNOWN',
        sentAt: ago(minutes),
        createdAt: ago(minutes),
      })
      .execute();
  await send('LO-QUIET', 20);
  await send('LO-FRESH', 14);
  const found = await comesAndGoes('PAYOUT_UNKNOWN', () =>
    sql`UPDATE payout_attempt SET attempt_status = 'SUCCESS' WHERE subject_no LIKE 'LO-%'`.execute(db),
  );
  expect(found.subject).toMatch(/^No response for payout \S+ \(MPESA\) since \d+ \w+ \d{4}, 09:40 EAT$/);
  expect(found.amountCents).toBe(250_000);
});

test('orders that no payout route takes, one warning a merchant', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const { orderNo } = await approved(db, { productNo, approvedCents: 300_000, maker: 'U000002', checker: 'U000013' });
  const routes = async (disabledThrough: number) =>
    await sql`UPDATE config_rule SET disabled_through = ${disabledThrough} WHERE config_key = 'afterLoan.route'`.execute(
      db,
    );
  await routes(99);
  const found = await comesAndGoes('NO_ROUTE', () => routes(0));
  expect(found.subject).toMatch(/^No payout route for 1 order of \S/);
  expect(found.amountCents).toBe(300_000);
  await db.updateTable('loanOrder').set({ orderStatus: 'VOIDED' }).where('orderNo', '=', orderNo).execute();
});

test('a disk that is almost full is told before it is full', async () => {
  let bytes = 4_000_000_000;
  const watchDisk = async () =>
    await watchWarnings(app.database.db, app.services, NOW, async () => await Promise.resolve(bytes));
  await watchDisk();
  expect(await warningsOf('DISK_LOW')).toMatchObject([
    { warningStatus: 'OPEN', subject: expect.stringContaining('3.7 GB') },
  ]);
  bytes = 6_000_000_000;
  await watchDisk();
  expect(await warningsOf('DISK_LOW')).toMatchObject([{ warningStatus: 'RESOLVED', isSelfResolved: true }]);
});

test('a message account’s key is told of 30, 7 and 1 days before its end, until it is replaced', async () => {
  const { db } = app.database;
  const [accountCode, today] = ['KEY_TEST', businessDateOf(NOW)];
  await db
    .insertInto('messageAccount')
    .values({
      accountCode,
      channelType: 'EMAIL',
      sender: 'key@kituo.example',
      isDefault: false,
      dailyCap: -1,
      isEnabled: true,
      certificateExpiresOn: addDays(today, 31),
    })
    .execute();
  await watch();
  expect(await warningsOf('KEY_EXPIRING')).toEqual([]);
  const endsIn = async (days: number) =>
    await db
      .updateTable('messageAccount')
      .set({ certificateExpiresOn: addDays(today, days) })
      .where('accountCode', '=', accountCode)
      .execute();
  await endsIn(30);
  await watch();
  await endsIn(7);
  await watch();
  expect(await warningsOf('KEY_EXPIRING')).toMatchObject([
    { warningStatus: 'RESOLVED', subject: expect.stringContaining(accountCode) },
    { warningStatus: 'OPEN' },
  ]);
  await endsIn(60);
  await watch();
  expect(await warningsOf('KEY_EXPIRING')).toMatchObject([{ isSelfResolved: true }, { isSelfResolved: true }]);
});

test('a model whose scores moved, with the input that moved most, while it has traffic', async () => {
  const { db } = app.database;
  const value = {
    ruleName: 'Salaried',
    loanType: 'FIRST',
    scorer: 'SCORECARD',
    baseScore: 500,
    attributes: [
      { input: 'age', from: '*', points: 0 },
      { input: 'age', from: '40', points: 200 },
    ],
    endpoint: null,
    timeoutMs: 1_000,
    inputSchema: null,
    levels: [{ modelLevel: 'A', minScore: 0 }],
    fallbackLevel: null,
  };
  // More applications than the small book has: what is read of them is their scores.
  await sql`ALTER TABLE risk_score DROP CONSTRAINT risk_score_order_no_fkey`.execute(db);
  await sql`
    WITH rule AS (INSERT INTO config_rule (config_key, merchant_no, created_by) VALUES ('risk.model', 'M0001', 'U000001')
        RETURNING rule_id),
      version AS (INSERT INTO config_version (config_key, subject_no, version_no, value, stored_status, effective_from,
          in_force_from, maker_user_no, editor_user_nos, checker_user_no, reason)
        SELECT 'risk.model', 'M0001_' || rule_id, 1, ${JSON.stringify(value)}, 'IN_FORCE', '2025-01-01', '2025-01-01',
          'U000001', '{U000001}', 'U000002', 'A test' FROM rule),
      traffic AS (INSERT INTO risk_traffic (merchant_no, loan_type, maker_user_no, checker_user_no)
        VALUES ('M0001', 'FIRST', 'U000001', 'U000002') RETURNING traffic_id, test_no),
      arm AS (INSERT INTO risk_traffic_arm (traffic_id, rule_id, model_role, traffic_percent)
        SELECT traffic_id, rule_id, 'CHAMPION', 100 FROM traffic, rule),
      taken AS (SELECT 'LO-' || place AS order_no, place FROM generate_series(1, 120) place)
    INSERT INTO risk_score (order_no, rule_id, test_no, model_role, version_no, score, model_level, trace, scored_at)
    SELECT order_no, rule_id, test_no, 'CHAMPION', 1, CASE WHEN place % 2 = 0 THEN 500 ELSE 700 END, 'A',
      jsonb_build_object('inputs', jsonb_build_object('age', CASE WHEN place % 2 = 0 THEN 30 ELSE 45 END, 'openOrders', 0)),
      ${NOW}::timestamptz - CASE WHEN place % 2 = 0 THEN interval '60 days' ELSE interval '1 day' END
    FROM taken, rule, traffic`.execute(db);
  const { rows } = await sql<{ scores: number }>`SELECT count(*)::int AS scores FROM risk_score`.execute(db);
  expect(rows[0]?.scores).toBe(120);
  const found = await comesAndGoes('MODEL_DRIFT', () => sql`UPDATE risk_traffic SET ended_at = now()`.execute(db));
  expect(found.subject).toMatch(/^Drift of Salaried: PSI \d+(\.\d+)?\. Age moved most$/);
});

test('a receiving account that is quiet for longer than it usually is at this hour', async () => {
  const { db } = app.database;
  const accountCode = 'BANK.MPESA_PAYBILL';
  // On each of the last 28 days the last payment had come 20 minutes before; today none has for half a day.
  const setDays = async (days: number, newestMinutes: number) =>
    await sql`
      WITH numbered AS (SELECT flow_no, row_number() OVER (ORDER BY flow_no) AS place FROM payment_flow)
      UPDATE payment_flow f SET account_code = ${accountCode}, received_at = ${NOW}::timestamptz - CASE
        WHEN n.place = 1 THEN make_interval(mins => ${newestMinutes})
        WHEN n.place <= ${days + 1} THEN make_interval(days => (n.place - 1)::int, mins => 20)
        ELSE interval '90 days' END
      FROM numbered n WHERE n.flow_no = f.flow_no`.execute(db);
  await setDays(28, 720);
  const found = await comesAndGoes('RECEIPTS_SILENT', async () => await setDays(28, 35));
  expect(found.subject).toMatch(/^No payment on .+ for 12 h; usually at most 20 min at this hour$/);
  expect(found.sourceKey).toBe('SILENT-MPESA_PAYBILL');
  // Disabled, or without a usual to compare with, it is no news.
  await setDays(28, 720);
  await db.updateTable('repayAccount').set({ enabled: false }).where('accountCode', '=', accountCode).execute();
  await watch();
  expect(await warningsOf('RECEIPTS_SILENT')).toMatchObject([{ warningStatus: 'RESOLVED' }]);
  await db.updateTable('repayAccount').set({ enabled: true }).where('accountCode', '=', accountCode).execute();
  await sql`UPDATE payment_flow SET received_at = ${ago(13 * 24 * 60)} WHERE received_at < ${ago(13 * 24 * 60)}`.execute(
    db,
  );
  await watch();
  expect(await warningsOf('RECEIPTS_SILENT')).toMatchObject([{ warningStatus: 'RESOLVED' }]);
});
