import { warning } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { AMPLE, NOW, ago, anyAccount, type WatchDesk, watchDesk } from './testing/watch-desk.ts';

let app: WatchDesk['app'];
let admin: WatchDesk['admin'];
let watch: WatchDesk['watch'];
let warningsOf: WatchDesk['warningsOf'];
let comesAndGoes: WatchDesk['comesAndGoes'];

beforeAll(async () => {
  ({ app, admin, watch, warningsOf, comesAndGoes } = await watchDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

test('nothing is raised where nothing is wrong', async () => {
  await watch();
  const found = await app.database.db.selectFrom('warning').select('subject').execute();
  expect(found).toEqual([]);
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
