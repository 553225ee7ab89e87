import { loanLimit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../testing/test-app.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { forecastOf, pacesOn, type Pace } from './forecast.ts';

const LIMIT: loanLimit.LoanLimit = {
  minAmountCents: 100,
  maxAmountCents: 100_00,
  dailyAmountLimitCents: 1_000_00,
  dailyOrderLimit: loanLimit.UNLIMITED,
  alertPercent: 80,
};
/** KES 100 and a loan each hour from 08:00 to 18:00. */
const EVEN: Pace = new Map(Array.from({ length: 10 }, (_, index) => [8 + index, { usedCents: 100_00, usedOrders: 1 }]));
const at = (time: string) => new Date(`2026-11-30T${time}:00+03:00`);
const hourOf = (usedCents: number, usedOrders = 0, limit: object = {}, now = at('10:00')) =>
  forecastOf({ ...LIMIT, ...limit }, { usedCents, usedOrders }, EVEN, now)?.toISOString();

it('goes on with the usual hours, as fast as today was', () => {
  // 200 until 10:00 is the usual: the last hundred goes out in the hour of 17:00.
  expect(hourOf(200_00)).toBe(at('17:00').toISOString());
  // Twice as fast: 400, then 200 an hour.
  expect(hourOf(400_00)).toBe(at('12:00').toISOString());
  // Half as fast: 500 at the end of the day.
  expect(hourOf(100_00)).toBeUndefined();
  // Nothing yet: the usual pace, from now on.
  expect(hourOf(0, 0, { dailyAmountLimitCents: 300_00 })).toBe(at('12:00').toISOString());
});

it('takes the limit that is reached first, and knows when there is nothing to say', () => {
  expect(hourOf(200_00, 2, { dailyOrderLimit: 4 })).toBe(at('11:00').toISOString());
  expect(hourOf(1_000_00)).toBeUndefined();
  expect(hourOf(200_00, 0, { dailyAmountLimitCents: loanLimit.UNLIMITED })).toBeUndefined();
  expect(forecastOf(LIMIT, { usedCents: 200_00, usedOrders: 2 }, new Map(), at('10:00'))).toBeNull();
});

it('reads the hours of the last four same weekdays', async () => {
  await using app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const today = businessDateOf(new Date());
  const sentAt = new Date(startOfBusinessDate(addDays(today, -7)).getTime() + 9.5 * 3_600_000);
  const [maker, checker] = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const people = { maker: maker?.userNo ?? '', checker: checker?.userNo ?? '' };
  const { orderNo } = await lend(db, { productNo: await makeProduct(db), approvedCents: 300_000, ...people });
  await sql`UPDATE payout_attempt SET lent_on = NULL, lent_as = NULL, lent_cents = NULL`.execute(db);
  const { rows } = await sql<{ merchantNo: string }>`
    UPDATE payout_attempt SET lent_on = ${addDays(today, -7)}::date, lent_as = 'FIRST', lent_cents = 40000,
      sent_at = ${sentAt} WHERE subject_no = ${orderNo} RETURNING merchant_no`.execute(db);
  const merchantNo = rows[0]?.merchantNo ?? '';
  const paces = await pacesOn(db, new Date(), [merchantNo]);
  expect([...(paces.get(`${merchantNo}_FIRST`) ?? [])]).toEqual([[9, { usedCents: 100_00, usedOrders: 0.25 }]]);
  expect((await pacesOn(db, new Date(Date.now() + 86_400_000), [merchantNo])).size).toBe(0);
});
