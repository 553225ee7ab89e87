import { nineFour } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signReport } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { REPORTED_TO, sendReport } from '../../../../testing/told-by-gateway.ts';
import { robotLag } from './index.ts';

const SMS_KEY = 'an-sms-report-key';
let app: TestApp;
let desk: Person;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', env: { ...REPORTED_TO, SMS_REPORT_KEY: SMS_KEY } });
  const pages = ['CallBack', 'SmsBack'].map((one) => `/AdminContent/CollectionSystem/NineFourAi${one}`);
  const { roleNo } = await addPerson(app.database, 'signed.desk', { codes: ['collection:ai94:replay'], pages });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  desk = await as(app, 'signed.desk');
});
afterAll(async () => await app[Symbol.asyncDispose]());
beforeEach(() => {
  serial += 1;
});

/** A robot call or an SMS of ours that is known to its gateway by this number. */
async function sent(channel: 'ROBOT' | 'SMS', reference: string): Promise<number> {
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const values = {
    attemptedAt: new Date(),
    phone: '254712999001',
    purpose: 'COLLECTION',
    channel,
    merchantNo,
  } as const;
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values(values)
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  await db.insertInto('contactReference').values({ gateway: channel, reference, attemptId }).execute();
  return attemptId;
}
const count = async (table: 'contactResult' | 'smsReply' | 'contactBlock') => {
  const { rows } = await app.database.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
};
const effects = async () => [await count('contactResult'), await count('smsReply'), await count('contactBlock')];
const rejected = async (path: string, vendorId: object): Promise<nineFour.CallBackRow[]> =>
  (await desk.post(path, listOf({ ...vendorId, intakeStatus: 'REJECTED' }))).data.rows;
const agoOf = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const ADDRESSES = [
  {
    topic: 'robot/call',
    key: REPORTED_TO.ROBOT_API_KEY,
    channel: 'ROBOT' as const,
    body: (no: string) => ({
      taskNo: 'AI1',
      callNo: no,
      outcome: 'BUSY',
      seconds: 0,
      endedAt: new Date().toISOString(),
    }),
    listed: (no: string) => rejected(nineFour.callBackPage.path, { vendorCallId: no }),
  },
  {
    topic: 'sms/delivery',
    key: SMS_KEY,
    channel: 'SMS' as const,
    body: (no: string) => ({ id: no, status: 'Success', phoneNumber: '+254712999001' }),
    listed: (no: string) => rejected(nineFour.smsBackPage.path, { vendorSmsId: no }),
  },
  {
    topic: 'sms/incoming',
    key: SMS_KEY,
    channel: null,
    body: (no: string) => ({
      id: no,
      from: '+254712999001',
      to: '20880',
      text: 'STOP',
      date: new Date().toISOString(),
    }),
    listed: (no: string) => rejected(nineFour.smsBackPage.path, { vendorSmsId: no }),
  },
];

describe.each(ADDRESSES)('$topic', ({ topic, key, channel, body, listed }) => {
  const prepared = async (name: string) => {
    const no = `${name}-${serial}`;
    if (channel) await sent(channel, no);
    return { no, text: JSON.stringify(body(no)) };
  };

  it.each([
    ['MISSING', () => ''],
    ['WRONG', (text: string) => signReport('another-key', topic, text)],
    ['WRONG', (text: string) => signReport(key, 'voice/call', text)],
    ['WRONG', (text: string) => signReport(key, topic, `${text} `)],
    ['WRONG', (text: string) => signReport(key, topic, text).replace(/n=[\w-]+/, `n=${'x'.repeat(20)}`)],
    ['STALE', (text: string) => signReport(key, topic, text, agoOf(6))],
    ['STALE', (text: string) => signReport(key, topic, text, agoOf(-6))],
  ] as const)('keeps, lists and refuses what is signed %s, and changes nothing', async (check, sign) => {
    const { no, text } = await prepared('bad');
    const before = await effects();
    const signature = sign(text);
    expect(await sendReport(app, topic, text, signature)).toBe(401);
    expect(await sendReport(app, topic, text, signature)).toBe(401);
    expect(await effects()).toEqual(before);
    const rows = await listed(no);
    expect(rows).toMatchObject([{ intakeStatus: 'REJECTED', signatureCheck: check, repeats: 1, allowedActions: [] }]);
    const raw = await app.database.db
      .selectFrom('gatewayCallback')
      .select('content')
      .where('callbackId', '=', Number(rows[0]?.intakeId))
      .executeTakeFirstOrThrow();
    expect(raw.content.toString()).toBe(text);
    // The true report with the same words counts all the same.
    expect(await sendReport(app, topic, text, signReport(key, topic, text))).toBe(200);
    expect(await effects()).not.toEqual(before);
  });

  it('takes a report signed minutes ago, another copy of it too, and refuses its signature a second time', async () => {
    const { no, text } = await prepared('good');
    const before = await effects();
    const signature = signReport(key, topic, text, agoOf(4));
    expect(await sendReport(app, topic, text, signature)).toBe(200);
    const after = await effects();
    expect(after).not.toEqual(before);
    expect(await sendReport(app, topic, text, signReport(key, topic, text))).toBe(200);
    expect(await sendReport(app, topic, text, signature)).toBe(401);
    expect(await effects()).toEqual(after);
    expect(await listed(no)).toMatchObject([{ signatureCheck: 'REPEATED' }]);
  });
});

it('works nothing off again that nobody proved, and does not count it among the vendor’s reports', async () => {
  const no = `forged-${serial}`;
  const attemptId = await sent('ROBOT', no);
  const endedAt = agoOf(90).toISOString();
  const text = JSON.stringify({ taskNo: 'AI1', callNo: no, outcome: 'ANSWERED', seconds: 9, endedAt });
  const before = await robotLag(app.database.db, new Date());
  expect(await sendReport(app, 'robot/call', text, signReport('guessed', 'robot/call', text))).toBe(401);
  const [row] = await rejected(nineFour.callBackPage.path, { vendorCallId: no });
  const refused = await desk.refusalOf(nineFour.callBackReplay, {
    intakeId: row?.intakeId ?? '',
    version: row?.version ?? 0,
  });
  expect(refused.error).toBe('ILLEGAL_TRANSITION');
  const results = await app.database.db
    .selectFrom('contactResult')
    .select('resultId')
    .where('attemptId', '=', attemptId)
    .execute();
  expect(results).toEqual([]);
  expect((await robotLag(app.database.db, new Date())).hours).toEqual(before.hours);
});
