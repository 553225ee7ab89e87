import { nineFour } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { REPORTED_TO, sendReport } from '../../../../testing/told-by-gateway.ts';
import { robotLag } from './index.ts';

let app: TestApp;
let desk: Person;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', env: REPORTED_TO });
  const pages = ['CallBack', 'SmsBack'].map((one) => `/AdminContent/CollectionSystem/NineFourAi${one}`);
  const { userNo } = await addPerson(app.database, 'copies.desk', { codes: ['collection:ai94:replay'], pages });
  const { db } = app.database;
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  desk = await as(app, 'copies.desk');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A robot call or an SMS of ours that its gateway knows by this number. */
async function sent(channel: 'ROBOT' | 'SMS', reference: string): Promise<number> {
  const { db } = app.database;
  const phone = '254712999077';
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({ attemptedAt: new Date(), phone, purpose: 'COLLECTION', channel, merchantNo })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  await db.insertInto('contactReference').values({ gateway: channel, reference, attemptId }).execute();
  return attemptId;
}
const resultsOf = async (attemptId: number) =>
  await app.database.db.selectFrom('contactResult').select('outcome').where('attemptId', '=', attemptId).execute();
const call = (callNo: string) =>
  JSON.stringify({ taskNo: 'AI1', callNo, outcome: 'BUSY', seconds: 0, endedAt: new Date().toISOString() });

it.each([
  {
    topic: 'robot/call',
    channel: 'ROBOT' as const,
    body: call,
    listed: async (no: string, more: object = {}): Promise<nineFour.CallBackRow[]> =>
      (await desk.post(nineFour.callBackPage.path, listOf({ vendorCallId: no, ...more }))).data.rows,
    replay: nineFour.callBackReplay,
  },
  {
    topic: 'sms/delivery',
    channel: 'SMS' as const,
    body: (id: string) => JSON.stringify({ id, status: 'Success', phoneNumber: '+254712999077' }),
    listed: async (no: string, more: object = {}): Promise<nineFour.SmsBackRow[]> =>
      (await desk.post(nineFour.smsBackPage.path, listOf({ vendorSmsId: no, ...more }))).data.rows,
    replay: nineFour.smsBackReplay,
  },
])('lists copies of a $topic report as DUPLICATE, the first few of them, without effect', async (one) => {
  const { topic, channel, body, listed, replay } = one;
  const no = `copied-${channel}`;
  const attemptId = await sent(channel, no);
  const text = body(no);
  for (let copy = 0; copy <= 5; copy += 1) expect(await sendReport(app, topic, text)).toBe(200);
  expect(await resultsOf(attemptId)).toHaveLength(1);

  const rows = await listed(no);
  const first = rows.find(({ duplicateOf }) => duplicateOf === null);
  expect(first).toMatchObject({ intakeStatus: 'PROCESSED', repeats: 5 });
  const copies = await listed(no, { intakeStatus: 'DUPLICATE' });
  expect(copies.map(({ duplicateOf, intakeStatus }) => [duplicateOf, intakeStatus])).toEqual(
    Array.from({ length: 3 }, () => [first?.intakeId, 'DUPLICATE']),
  );
  expect(rows).toHaveLength(4);
  const kept = await app.database.db
    .selectFrom('gatewayCallback')
    .select('content')
    .where(
      'callbackId',
      'in',
      copies.map(({ intakeId }) => Number(intakeId)),
    )
    .execute();
  expect(kept.map(({ content }) => content.toString())).toEqual([text, text, text]);

  // Nobody is offered to work a copy off, and who asks all the same changes nothing.
  const [copy] = copies;
  expect(copy?.allowedActions).toEqual([]);
  const asked = { intakeId: copy?.intakeId ?? '', version: copy?.version ?? -1 };
  expect(await desk.call(replay, asked)).toMatchObject({ intakeStatus: 'DUPLICATE' });
  expect(await resultsOf(attemptId)).toHaveLength(1);
});

it('takes copies of the same moment for one report, and does not measure the vendor by them', async () => {
  const attemptId = await sent('ROBOT', 'copied-at-once');
  const before = await robotLag(app.database.db, new Date());
  const text = call('copied-at-once');
  const answers = await Promise.all(Array.from({ length: 3 }, async () => await sendReport(app, 'robot/call', text)));
  expect(answers).toEqual([200, 200, 200]);
  expect(await resultsOf(attemptId)).toHaveLength(1);
  const { rows } = (await desk.post(nineFour.callBackPage.path, listOf({ vendorCallId: 'copied-at-once' }))).data;
  const states = rows.map((row: nineFour.CallBackRow) => row.intakeStatus);
  expect(states.toSorted()).toEqual(['DUPLICATE', 'DUPLICATE', 'PROCESSED']);
  const counted = ({ hours }: typeof before) => hours.reduce((sum, { reports }) => sum + reports, 0);
  expect(counted(await robotLag(app.database.db, new Date())) - counted(before)).toBe(1);
});

it('shows a report that is matched later, with its copies, to the people of its merchant', async () => {
  const text = call('copied-stray');
  for (let copy = 0; copy <= 1; copy += 1) expect(await sendReport(app, 'robot/call', text)).toBe(200);
  const seen = async (): Promise<nineFour.CallBackRow[]> =>
    (await desk.post(nineFour.callBackPage.path, listOf({ vendorCallId: 'copied-stray' }))).data.rows;
  expect(await seen()).toEqual([]);
  await sent('ROBOT', 'copied-stray');
  // A further copy knows by now whose it is; the first is still unmatched until somebody works it off.
  expect(await sendReport(app, 'robot/call', text)).toBe(200);
  expect((await seen()).map(({ intakeStatus }) => intakeStatus)).toEqual(['DUPLICATE']);
});
