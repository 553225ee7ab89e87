import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { resultBody } from '../../../../../sandbox/src/mpesa-bodies.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { createLogger } from '../../platform/health/index.ts';
import { disburseOrder } from '../orders/index.ts';
import { approved, makeProduct, silentMoney, SUBJECTS } from '../orders/testing/lend.ts';
import { payoutTopics, sendPayout, WATCH_TIMES, watchPayouts } from './index.ts';

/* What may go wrong between "sent" and "stored" where a process dies or stands still. */

const log = createLogger('silent');
let database: TestDatabase;
let people: { maker: string; checker: string };
let productNo: string;
/** The attempts that the channel was ordered to pay, and was asked about. */
const ordered: string[] = [];
const asked: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = [await addPerson(database, 'watch.maker'), await addPerson(database, 'watch.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(() => database.drop());
beforeEach(() => {
  ordered.length = 0;
  asked.length = 0;
});

const runner = () => ({
  db: database.db,
  subjects: SUBJECTS,
  log,
  money: {
    ...silentMoney,
    pay: async (order: Parameters<typeof silentMoney.pay>[0]) => {
      ordered.push(order.attemptNo);
      return await silentMoney.pay(order);
    },
    askStatus: async (question: Parameters<typeof silentMoney.askStatus>[0]) => {
      const attemptNo = 'attemptNo' in question ? question.attemptNo : '';
      asked.push(attemptNo);
      return { conversationId: null, originatorConversationId: `Q${asked.length} ${attemptNo}` };
    },
  },
});

async function created(): Promise<string> {
  const { orderNo } = await approved(database.db, { productNo, ...people, approvedCents: 300_000 });
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  return await database.db.transaction().execute((tx) => disburseOrder(tx, orderNo, by));
}

const statusOf = async (attemptNo: string) =>
  await database.db
    .selectFrom('payoutAttempt')
    .select(['attemptStatus', 'failCode'])
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirst();

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** A callback of M-Pesa, worked off. */
async function called(topicName: string, result: Parameters<typeof resultBody>[0], id: string): Promise<void> {
  const callback = {
    callbackId: 1,
    receivedAt: new Date(),
    topic: topicName,
    content: Buffer.alloc(0),
  };
  const topic = payoutTopics({ subjects: () => SUBJECTS, log })[topicName];
  const body: unknown = JSON.parse(JSON.stringify(resultBody(result, { id })));
  const said = await database.db
    .transaction()
    .execute(async (tx) => await topic?.handle(tx, body, { callback, afterCommit: () => undefined }));
  expect(said).toBe('processed');
}

/** "No such transaction", as the answer to a question asked at that time. */
async function answeredNotFound(attemptNo: string, askedAt: Date): Promise<void> {
  const conversationId = `A${askedAt.getTime()} ${attemptNo}`;
  await database.db.insertInto('payoutQuery').values({ conversationId, attemptNo, askedAt }).execute();
  const notFound = { receipt: '', conversationId: null, resultCode: 2032, description: 'Transaction not found' };
  await called('mpesa/status/result', notFound, conversationId);
}

it('takes “no such transaction” for an end only where it was asked late, however late it is worked off', async () => {
  const attemptNo = await created();
  await sendPayout(runner(), attemptNo);
  const sentAt = ago(4 * WATCH_TIMES.lostSeconds);
  await database.db
    .updateTable('payoutAttempt')
    .set({ sentAt, attemptStatus: 'UNKNOWN' })
    .where('attemptNo', '=', attemptNo)
    .execute();
  const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1_000);
  // The answer to an early question lay there while nothing ran.
  await answeredNotFound(attemptNo, after(WATCH_TIMES.silentSeconds));
  expect(await statusOf(attemptNo)).toMatchObject({ attemptStatus: 'UNKNOWN' });
  await answeredNotFound(attemptNo, after(WATCH_TIMES.lostSeconds));
  expect(await statusOf(attemptNo)).toEqual({ attemptStatus: 'FAILED', failCode: '2032' });
});

it('does not send what stood still since it was written as sent: the channel may have been asked meanwhile', async () => {
  const late = await created();
  await sendPayout(runner(), late, ago(WATCH_TIMES.lostSeconds));
  expect(await statusOf(late)).toEqual({ attemptStatus: 'FAILED', failCode: 'NOT_SENT' });
  const soon = await created();
  await sendPayout(runner(), soon, ago(WATCH_TIMES.askAgainSeconds));
  expect(await statusOf(soon)).toMatchObject({ attemptStatus: 'SENT' });
  expect(ordered).toEqual([soon]);
});

it('asks about each in doubt, also behind many that stay open', async () => {
  const first = await created();
  await sendPayout(runner(), first);
  const { rows } = await sql<{ attemptNo: string }>`
    insert into payout_attempt (subject_type, subject_no, merchant_no, payout_channel, account_code, amount_cents,
      payee_phone, payee_name, attempt_count, attempt_status, sent_at)
    select subject_type, subject_no || n, merchant_no, payout_channel, account_code, amount_cents, payee_phone, payee_name,
      1, 'UNKNOWN', now() - make_interval(secs => 1000 - n)
    from payout_attempt, generate_series(1, 120) n where attempt_no = ${first} returning attempt_no`.execute(
    database.db,
  );
  for (let round = 0; round < 3; round += 1) await watchPayouts(runner());
  expect(asked.toSorted()).toEqual(rows.map(({ attemptNo }) => attemptNo).toSorted());
  // Nobody is asked twice in a minute.
  await watchPayouts(runner());
  expect(asked).toHaveLength(120);
});

it.each([
  ['those who may query payouts', 'afterLoan:payoutStatus:query'],
  ['administrators, where nobody may', 'nobody:holds:this'],
])('pays nothing again after a failure that the channel calls paid, until somebody has looked: %s', async (_, code) => {
  const { db } = database;
  await db
    .updateTable('roleCode')
    .set({ code })
    .where('code', 'in', ['afterLoan:payoutStatus:query', 'nobody:holds:this'])
    .execute();
  const attemptNo = await created();
  await sendPayout(runner(), attemptNo);
  const failed = { receipt: '', conversationId: null, resultCode: 2001, description: 'Wrong number' };
  const paid = {
    receipt: `SKN${attemptNo}`,
    conversationId: null,
    resultCode: 0,
    description: 'Done',
  };
  await called('mpesa/b2c/result', failed, attemptNo);
  await called('mpesa/b2c/result', paid, attemptNo);
  await called('mpesa/b2c/result', paid, attemptNo);
  expect(await statusOf(attemptNo)).toMatchObject({ attemptStatus: 'FAILED' });
  const warnings = db
    .selectFrom('warning')
    .where('sourceKey', 'like', 'CONTRADICTED-%')
    .where('warningStatus', '=', 'OPEN');
  expect(await warnings.select(['subject', 'amountCents', 'warningLevel']).execute()).toEqual([
    {
      subject: `MPESA now says that payout ${attemptNo}, which had failed, was paid`,
      amountCents: 300_000,
      warningLevel: 'URGENT',
    },
  ]);
  const { subjectNo } = await db
    .selectFrom('payoutAttempt')
    .select('subjectNo')
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirstOrThrow();
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  const again = async () => await db.transaction().execute((tx) => disburseOrder(tx, subjectNo, by));
  await expect(again()).rejects.toMatchObject({ error: 'PAYOUT_CONTRADICTED' });
  await db
    .updateTable('warning')
    .set({ warningStatus: 'RESOLVED', resolvedAt: new Date() })
    .where('sourceKey', 'like', 'CONTRADICTED-%')
    .execute();
  expect(await again()).not.toBe(attemptNo);
});

it('does not send what waited for its gateway for more than a day: it fails, and a person decides', async () => {
  const [old, young] = [await created(), await created()];
  for (const [attemptNo, hours] of [
    [old, 25],
    [young, 23],
  ] as const) {
    await sql`update payout_attempt set created_at = ${ago(hours * 3_600)} where attempt_no = ${attemptNo}`.execute(
      database.db,
    );
  }
  await watchPayouts(runner());
  expect(ordered).toEqual([young]);
  expect(await statusOf(old)).toEqual({ attemptStatus: 'FAILED', failCode: 'NOT_SENT' });
});
