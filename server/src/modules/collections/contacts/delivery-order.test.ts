import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { REPORTED_TO, sendReport } from '../../../../testing/told-by-gateway.ts';

let app: TestApp;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded', env: REPORTED_TO });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const PHONE = '254712999055';
const [EARLY, LATE] = ['2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z'];

/** An SMS about a case, known to its gateway and sent by an account, or a notice of the outbox. */
async function sent(as: 'CONTACT' | 'NOTICE'): Promise<{ readonly id: string; ended(): Promise<string | null> }> {
  const { db } = app.database;
  serial += 1;
  const id = `ordered-${serial}`;
  if (as === 'NOTICE') {
    const { messageNo } = await db
      .insertInto('message')
      .values({ kind: 'test', channel: 'SMS', destination: PHONE, subject: '', body: 'Hi', gatewayReference: id })
      .returning('messageNo')
      .executeTakeFirstOrThrow();
    const of = db.selectFrom('message').select('deliveryOutcome').where('messageNo', '=', messageNo);
    return { id, ended: async () => (await of.executeTakeFirstOrThrow()).deliveryOutcome };
  }
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({ attemptedAt: new Date(), phone: PHONE, purpose: 'COLLECTION', channel: 'SMS', merchantNo })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  await db.insertInto('contactReference').values({ gateway: 'SMS', reference: id, attemptId }).execute();
  const newest = db
    .selectFrom('contactResult')
    .select('outcome')
    .where('attemptId', '=', attemptId)
    .orderBy('resultId', 'desc');
  return { id, ended: async () => (await newest.executeTakeFirst())?.outcome ?? null };
}

async function told(id: string, status: string, eventAt?: string): Promise<void> {
  const body = { id, status, phoneNumber: `+${PHONE}`, ...(eventAt !== undefined && { eventAt }) };
  expect(await sendReport(app, 'sms/delivery', JSON.stringify(body))).toBe(200);
}

describe.each(['CONTACT', 'NOTICE'] as const)('%s', (as) => {
  it.each([
    [
      'DELIVERED after FAILED, as they came',
      [
        ['Failed', EARLY],
        ['Success', LATE],
      ],
      'DELIVERED',
    ],
    [
      'DELIVERED after FAILED, the other way round',
      [
        ['Success', LATE],
        ['Failed', EARLY],
      ],
      'DELIVERED',
    ],
    [
      'FAILED after DELIVERED, as they came',
      [
        ['Success', EARLY],
        ['Failed', LATE],
      ],
      'FAILED',
    ],
    [
      'FAILED after DELIVERED, the other way round',
      [
        ['Failed', LATE],
        ['Success', EARLY],
      ],
      'FAILED',
    ],
    [
      'two ends of the same moment',
      [
        ['Failed', EARLY],
        ['Success', EARLY],
      ],
      'FAILED',
    ],
    ['two ends without a time', [['Failed'], ['Success']], 'FAILED'],
    ['an end without a time before one with it', [['Failed'], ['Success', LATE]], 'FAILED'],
    ['an end without a time after one with it', [['Success', EARLY], ['Failed']], 'DELIVERED'],
    [
      'a word of the way after an end',
      [
        ['Success', EARLY],
        ['Submitted', LATE],
      ],
      'DELIVERED',
    ],
    [
      'an end that is to come',
      [
        ['Failed', EARLY],
        ['Success', '2126-01-01T00:00:00Z'],
      ],
      'FAILED',
    ],
    [
      'a time that is none',
      [
        ['Failed', EARLY],
        ['Success', 'soon'],
      ],
      'FAILED',
    ],
  ] as const)('%s', async (_name, reports, end) => {
    const message = await sent(as);
    for (const [status, eventAt] of reports) await told(message.id, status, eventAt);
    expect(await message.ended()).toBe(end);
  });
});

it('counts for the account that sent it, too', async () => {
  const { db } = app.database;
  const { id } = await sent('CONTACT');
  const route = await db.selectFrom('smsRoute').select('routeNo').limit(1).executeTakeFirstOrThrow();
  const { accountCode } = await db.selectFrom('smsAccount').select('accountCode').limit(1).executeTakeFirstOrThrow();
  const { sendingId } = await db
    .insertInto('smsSending')
    .values({ ...route, accountCode, source: 'CONTACT', sourceNo: id, outcome: 'SENT', reference: id })
    .returning('sendingId')
    .executeTakeFirstOrThrow();
  const delivery = async () =>
    await db.selectFrom('smsSending').select('delivery').where('sendingId', '=', sendingId).executeTakeFirst();
  await told(id, 'Success', LATE);
  await told(id, 'Failed', EARLY);
  expect(await delivery()).toEqual({ delivery: 'DELIVERED' });
  await told(id, 'Failed', '2026-11-20T10:06:00Z');
  expect(await delivery()).toEqual({ delivery: 'FAILED' });
});
