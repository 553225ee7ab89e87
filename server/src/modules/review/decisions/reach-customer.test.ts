import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { notifyReturnedLater } from './index.ts';
import { notifyReturned } from './notify-returned.ts';
import { openReviewDesk, path, type ReviewDesk } from './testing/review-desk.ts';

const TODAY = businessDateOf(new Date());
let desk: ReviewDesk;
beforeAll(async () => {
  desk = await openReviewDesk();
  // Around the clock since yesterday; the hours before that are the company's own, from 8 to 19.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(desk.app.database.db);
});
afterAll(() => desk.app[Symbol.asyncDispose]());

const before = (time: string) => new Date(`${addDays(TODAY, -3)}T${time}:00+03:00`);
const attemptsOn = async (orderNo: string) =>
  await desk.app.database.db
    .selectFrom('contactAttempt')
    .select(['channel', 'purpose', 'refusedFor', 'templateCode', 'content'])
    .where('orderNo', '=', orderNo)
    .orderBy('attemptId')
    .execute();

it('rings the borrower through the extension of who has the order, past the gate, up to the cap', async () => {
  const { orderNo } = await desk.underReview();
  const gateways = desk.app.services.engine.gateways as { voice: unknown };
  const dialled: string[] = [];
  expect((await desk.reviewer.post(path('call', orderNo), {})).data.error).toBe('CONTACT_CHANNEL_MISSING');
  gateways.voice = {
    dial: async ({ callNo, extension }: { callNo: string; extension: string }) => {
      dialled.push(extension);
      return { callId: `review-${callNo}` };
    },
  };
  const { db } = desk.app.database;
  expect((await desk.reviewer.post(path('call', orderNo), {})).data.error).toBe('CONTACT_EXTENSION_MISSING');
  await db
    .updateTable('appUser')
    .set({ extension: '2042' })
    .where('userNo', '=', desk.userNos['first.reviewer'] ?? '')
    .execute();
  expect((await desk.reviewer.get(path('contact', orderNo))).data).toMatchObject({
    isAllowed: true,
    left: 3,
    phone: expect.stringMatching(/^25\*+\d{3}$/),
  });
  expect((await desk.other.post(path('call', orderNo), {})).data.error).toBe('REVIEW_TAKEN_OVER');
  const answers = await Promise.all(Array.from({ length: 5 }, () => desk.reviewer.post(path('call', orderNo), {})));
  const errors = answers.map(({ data }) => data.error ?? 'done').sort();
  expect(errors).toEqual(['CONTACT_CAP', 'CONTACT_CAP', 'done', 'done', 'done']);
  await expect.poll(() => dialled).toEqual(['2042', '2042', '2042']);
  expect((await desk.reviewer.get(path('contact', orderNo))).data).toMatchObject({
    isAllowed: false,
    text: expect.stringContaining('contacted 3 times'),
  });
  expect(await attemptsOn(orderNo)).toContainEqual(
    expect.objectContaining({ channel: 'CALL', purpose: 'REVIEW', refusedFor: null }),
  );
  gateways.voice = null;
});

it('tells who gets an application back by template; outside contact hours, once they begin', async () => {
  const { db } = desk.app.database;
  const sent: string[] = [];
  const gateways = desk.app.services.engine.gateways as { sms: unknown };
  gateways.sms = {
    send: async ({ text }: { text: string }) => {
      sent.push(text);
      return { messageId: `returned-${sent.length}`, costCents: 80 };
    },
  };
  const first = await desk.underReview();
  const { auditResult: _result, ...form } = await desk.refusal(first.orderNo, {
    changeBankCard: true,
  });
  expect((await desk.reviewer.post(path('reject', first.orderNo), form)).code).toBe(0);
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toContain(`${first.orderNo}: Ombi lako linahitaji kurekebishwa: kadi ya benki`);
  const { orderNo } = await desk.underReview();
  await sql`update loan_order set order_status = 'RETURNED', audit_time = ${before('05:00')},
    returned_until = ${new Date()} where order_no = ${orderNo}`.execute(db);
  const early = await db.transaction().execute((tx) => notifyReturned(tx, orderNo, before('06:00')));
  expect(early).toBe(false);
  expect(await attemptsOn(orderNo)).toMatchObject([{ refusedFor: 'CONTACT_HOURS', templateCode: 'ORDER_RETURNED' }]);
  expect(await notifyReturnedLater(db, desk.app.services, before('07:59'))).toBe(0);
  expect(await notifyReturnedLater(db, desk.app.services, before('08:00'))).toBe(1);
  expect(await notifyReturnedLater(db, desk.app.services, before('08:01'))).toBe(0);
  expect(sent).toHaveLength(2);
  gateways.sms = null;
});
