import { warning } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { watchWarnings } from './index.ts';

const AMPLE = 100_000_000_000;
const MINUTE_MS = 60_000;
/** Ten in the morning of today in Nairobi: shifts have begun, the day before has to be closed. */
const NOW = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 10 * 60 * MINUTE_MS);
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

const anyAccount = sql<string>`(SELECT min(account_code) FROM account)`;

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  admin = await as(app, 'admin');
  const { db } = app.database;
  // Whatever the history that was made for demonstration left open is none of these tests' business.
  await sql`DELETE FROM warning`.execute(db);
  await sql`UPDATE payment_flow SET received_at = ${NOW}`.execute(db);
  await sql`DELETE FROM personnel_shift`.execute(db);
  await sql`UPDATE loan_order SET order_status = 'VOIDED' WHERE order_status = 'PENDING_DISBURSEMENT'`.execute(db);
  await sql`UPDATE payout_attempt SET attempt_status = 'SUCCESS' WHERE attempt_status = 'UNKNOWN'`.execute(db);
  await sql`UPDATE merchant_prepaid SET credit_line_cents = ${AMPLE}`.execute(db);
  await sql`UPDATE loan_order SET lease_ends_at = ${ago(-60)} WHERE order_status = 'PENDING_REVIEW'`.execute(db);
  await sql`UPDATE bill SET accrued_through = ${addDays(businessDateOf(NOW), -1)} WHERE bill_status = 'ACTIVE'`.execute(
    db,
  );
});
afterAll(async () => await app[Symbol.asyncDispose]());

const watch = async (now = NOW) => await watchWarnings(app.database.db, app.services, now);

interface Found {
  readonly warningNo: string;
  readonly sourceKey: string;
  readonly subject: string;
  readonly warningStatus: string;
  readonly isSelfResolved: boolean;
  readonly assigneeUserNo: string | null;
  readonly amountCents: number | null;
}

async function warningsOf(sourceType: string): Promise<Found[]> {
  return await app.database.db
    .selectFrom('warning')
    .select(['warningNo', 'sourceKey', 'subject', 'warningStatus', 'isSelfResolved'])
    .select(['assigneeUserNo', 'amountCents'])
    .where('sourceType', '=', sourceType)
    .orderBy('warningNo')
    .$narrowType<{ sourceKey: string }>()
    .execute();
}

/** One warning stands for the cause, however often one looks, and is over automatically with it. */
async function comesAndGoes(sourceType: string, end: () => Promise<unknown>): Promise<Found> {
  await watch();
  await watch();
  const [found, ...more] = await warningsOf(sourceType);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ warningStatus: 'OPEN' });
  await end();
  await watch();
  expect(await warningsOf(sourceType)).toMatchObject([
    { warningNo: found?.warningNo, warningStatus: 'RESOLVED', isSelfResolved: true },
  ]);
  if (!found) throw new Error('no warning');
  return found;
}

test('nothing is raised where nothing is wrong', async () => {
  await watch();
  const found = await app.database.db.selectFrom('warning').select('subject').execute();
  expect(found).toEqual([]);
});

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

test('payments that belong to nobody, one warning a merchant, which says how many there are by now', async () => {
  const { db } = app.database;
  const receive = async (paymentCode: string) =>
    await db
      .insertInto('paymentFlow')
      .values({
        merchantNo: 'M0001',
        paymentChannel: 'MPESA',
        paymentCode,
        accountCode: anyAccount,
        amountCents: 1e5,
        repayTime: ago(40),
        receivedAt: ago(40),
        flowStatus: 'UNMATCHED',
      })
      .execute();
  await receive('WATCH1');
  await watch();
  expect((await warningsOf('FLOW_UNMATCHED'))[0]?.subject).toMatch(/^1 payment to .* not matched to/);
  await receive('WATCH2');
  const found = await comesAndGoes('FLOW_UNMATCHED', () =>
    sql`UPDATE payment_flow SET received_at = ${NOW} WHERE payment_code LIKE 'WATCH%'`.execute(db),
  );
  expect(found.subject).toMatch(/^2 payments to .* not matched to an order yet$/);
  expect(found.amountCents).toBe(200_000);
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

test('a lease that runs out, for whoever holds it', async () => {
  const { db } = app.database;
  const { rows } = await sql<{ userNo: string }>`
    UPDATE loan_order SET lease_ends_at = ${ago(-4)} WHERE order_no = (SELECT order_no FROM loan_order
      WHERE order_status = 'PENDING_REVIEW' AND auditor_user_no IS NOT NULL LIMIT 1)
    RETURNING auditor_user_no AS user_no`.execute(db);
  expect(rows).toHaveLength(1);
  const found = await comesAndGoes('LEASE_RUNNING_OUT', () =>
    sql`UPDATE loan_order SET lease_ends_at = ${ago(-60)} WHERE order_status = 'PENDING_REVIEW'`.execute(db),
  );
  expect(found.assigneeUserNo).toBe(rows[0]?.userNo);
  expect(found.subject).toBe('1 order returns to assignment at 10:04 EAT');
});

test('an end of day that is late, and not before two in the morning', async () => {
  const { db } = app.database;
  await sql`UPDATE bill SET accrued_through = accrued_through - 1 WHERE bill_no =
    (SELECT bill_no FROM bill JOIN loan_order o USING (order_no)
      WHERE bill_status = 'ACTIVE' AND o.order_status = 'DISBURSED' LIMIT 1)`.execute(db);
  await watch(ago(8 * 60 + 1));
  expect(await warningsOf('END_OF_DAY_LATE')).toEqual([]);
  const found = await comesAndGoes('END_OF_DAY_LATE', () =>
    sql`UPDATE bill SET accrued_through = ${addDays(businessDateOf(NOW), -1)} WHERE bill_status = 'ACTIVE'`.execute(db),
  );
  expect(found.subject).toMatch(/ is late: 1 bill awaits its charges$/);
});

test('a department of which more than a quarter is missing', async () => {
  const { db } = app.database;
  const people = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('deptNo', '=', 'D0006')
    .where('userStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .limit(4)
    .execute();
  expect(people).toHaveLength(4);
  const shift = (startsAt: Date) => people.map(({ userNo }) => ({ userNo, startsAt, endsAt: ago(-480) }));
  await db
    .insertInto('personnelShift')
    .values(shift(ago(20)))
    .execute();
  await watch();
  expect(await warningsOf('ATTENDANCE')).toEqual([]);
  await db.deleteFrom('personnelShift').execute();
  await db
    .insertInto('personnelShift')
    .values(shift(ago(45)))
    .execute();
  const signIn = async (count: number) => {
    for (const { userNo } of people.slice(0, count)) {
      const hash = Buffer.from(`${userNo}-${count}`);
      const session = {
        sessionId: `shift-${userNo}-${count}`,
        userNo,
        secretHash: hash,
        cookieHash: hash,
      };
      const times = { startedAt: ago(40), lastSeenAt: ago(5), expiresAt: ago(-60) };
      await db
        .insertInto('session')
        .values({ ...session, ...times })
        .execute();
    }
  };
  await signIn(2);
  const found = await comesAndGoes('ATTENDANCE', () => signIn(3));
  expect(found.subject).toMatch(/: 2 of 4 were not signed in 30 minutes after shift start$/);
});

test('a job that failed in part, until it is tried again', async () => {
  const { db } = app.database;
  const job = { kind: 'users.import', userNo: 'U000001', params: '{}', lang: 'en' } as const;
  const { jobNo } = await db
    .insertInto('job')
    .values({
      ...job,
      jobStatus: 'PARTIAL_SUCCESS',
      total: 40,
      succeeded: 37,
      failed: 3,
      finishedAt: ago(5),
    })
    .returning('jobNo')
    .executeTakeFirstOrThrow();
  const found = await comesAndGoes('JOB_PARTLY_FAILED', () =>
    db
      .insertInto('job')
      .values({ ...job, retryOf: jobNo })
      .execute(),
  );
  expect(found).toMatchObject({
    subject: `Job ${jobNo}: 3 of 40 failed`,
    assigneeUserNo: 'U000001',
  });
});

test('a merchant whose prepaid balance lasts less than a day', async () => {
  const { db } = app.database;
  // 700 in the last seven days are 100 a day; what lies further back says nothing of the pace.
  await sql`INSERT INTO merchant_prepaid (merchant_no, balance_cents, credit_line_cents)
    VALUES ('M0001', 100, 0) ON CONFLICT (merchant_no)
    DO UPDATE SET balance_cents = 100, credit_line_cents = 0`.execute(db);
  const charge = async (causeNo: string, amountCents: number, days: number) =>
    await sql`INSERT INTO merchant_consumption (merchant_no, consumption_type, cause_no, quantity,
        unit_price_cents, amount_cents, balance_after_cents, consumed_at, journal_id)
      VALUES ('M0001', 'DATA_QUERY', ${causeNo}, 1, ${amountCents}, ${amountCents}, 0,
        ${ago(days * 24 * 60)}, 0)`.execute(db);
  await sql`DELETE FROM merchant_consumption WHERE merchant_no = 'M0001'`.execute(db);
  await charge('WATCH1', 700, 2);
  await charge('WATCH2', 90_000, 8);
  await watch();
  expect(await warningsOf('LOW_BALANCE')).toEqual([]);
  await charge('WATCH3', 7, 1);
  const found = await comesAndGoes('LOW_BALANCE', () =>
    sql`UPDATE merchant_prepaid SET credit_line_cents = ${AMPLE}`.execute(db),
  );
  expect(found.sourceKey).toBe('PREPAID-M0001');
  expect(found.subject).toMatch(/lasts less than a day at the pace of the last week$/);
});

test('what somebody closed by hand is not told again that day, though its cause stands', async () => {
  const { db } = app.database;
  await db
    .insertInto('job')
    .values({
      kind: 'users.import',
      userNo: 'U000001',
      params: '{}',
      lang: 'en',
      jobStatus: 'PARTIAL_SUCCESS',
      total: 2,
      succeeded: 1,
      failed: 1,
      finishedAt: ago(1),
    })
    .execute();
  await watch();
  const open = (await warningsOf('JOB_PARTLY_FAILED')).find(({ warningStatus }) => warningStatus === 'OPEN');
  const closed = await admin.post(warning.resolve, {
    warningNos: [open?.warningNo],
    note: 'Known',
  });
  expect(closed.code).toBe(0);
  await watch();
  expect((await warningsOf('JOB_PARTLY_FAILED')).filter((each) => each.warningStatus === 'OPEN')).toEqual([]);
});

test('a source that cannot be read holds no other back', async () => {
  const { db } = app.database;
  await sql`ALTER TABLE payout_attempt RENAME TO payout_attempt_away`.execute(db);
  await db
    .insertInto('job')
    .values({
      kind: 'users.import',
      userNo: 'U000001',
      params: '{}',
      lang: 'en',
      jobStatus: 'PARTIAL_SUCCESS',
      total: 2,
      succeeded: 1,
      failed: 1,
      finishedAt: ago(1),
    })
    .execute();
  await expect(watch()).rejects.toThrow('not every cause of warnings could be read');
  await sql`ALTER TABLE payout_attempt_away RENAME TO payout_attempt`.execute(db);
  expect((await warningsOf('JOB_PARTLY_FAILED')).filter((each) => each.warningStatus === 'OPEN')).toHaveLength(1);
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
