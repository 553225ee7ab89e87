import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from '../collections/index.ts';

const TODAY = businessDateOf(new Date());
const SYSTEMS = [
  {
    system: 'ORDER',
    page: '/AdminContent/CollectionSystem/RoboticTask',
    area: 'collection',
    audience: robotTask.collectionAudience,
    create: robotTask.collectionCreate,
  },
  {
    system: 'BILL',
    page: '/AdminContent/CollectionSystemNew/RoboticTaskNew',
    area: 'collectionStage',
    audience: robotTask.stageAudience,
    create: robotTask.stageCreate,
  },
] as const;

describe.each(SYSTEMS)('$system', ({ system, page, area, audience, create }) => {
  let app: TestApp;
  let maker: Person;
  let elsewhere: Person;
  let merchantNo: string;
  let people: { maker: string; checker: string };
  let productNo: string;

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    const rights = {
      codes: [`${area}:robotTask:create`],
      pages: [page],
    };
    const { userNo } = await addPerson(app.database, 'audience.maker', rights);
    await addPerson(app.database, 'audience.elsewhere', rights);
    people = { maker: userNo, checker: (await addPerson(app.database, 'audience.checker')).userNo };
    productNo = await makeProduct(db, { collectionScope: system });
    merchantNo = (await late(5)).merchantNo;
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    [maker, elsewhere] = [await as(app, 'audience.maker'), await as(app, 'audience.elsewhere')];
  });
  afterAll(async () => await app[Symbol.asyncDispose]());

  async function late(dpd: number) {
    const { db } = app.database;
    const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)}
      where order_no = ${loan.orderNo}`.execute(db);
    await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
    return loan;
  }
  const form = (more: object) => ({
    taskName: 'Early reminder',
    scriptCode: 'OVERDUE',
    voiceLanguage: 'sw' as const,
    dialFrom: '09:00',
    dialTo: '17:00',
    maxAttempts: 2,
    retryGapMinutes: 60,
    startAt: '2026-01-01T00:00:00Z',
    ...more,
  });
  const ordersOf = async (taskNo: string) => {
    const { rows } = await sql<{ orderNo: string }>`select order_no from robot_task_item
      where task_no = ${taskNo} order by order_no`.execute(app.database.db);
    return rows.map(({ orderNo }) => orderNo);
  };

  it('takes those who match when it is made, and nobody who comes to match later', async () => {
    const [inside, outside] = [await late(77), await late(96)];
    const filters = { merchantNo, dpd: '70-79' };
    expect(await maker.call(audience, filters)).toMatchObject({
      cases: 1,
      borrowers: 1,
      inOtherTask: 0,
    });
    const { taskNo, total } = await maker.call(create, form(filters));
    expect(total).toBe(1);
    await late(78);
    expect(await ordersOf(taskNo)).toEqual([inside.orderNo]);
    expect(await ordersOf(taskNo)).not.toContain(outside.orderNo);
    // Who is in a task that has not ended is in no other.
    expect(await maker.call(audience, filters)).toMatchObject({ borrowers: 2, inOtherTask: 1 });
  });

  it('says beforehand whom the gate would refuse, and why', async () => {
    const { db } = app.database;
    const [blocked, called, free] = [await late(81), await late(82), await late(83)];
    const phoneOf = async ({ customerNo }: { readonly customerNo: string }) =>
      (await db.selectFrom('customer').select('phone').where('customerNo', '=', customerNo).executeTakeFirstOrThrow())
        .phone;
    await db
      .insertInto('contactBlock')
      .values({ blockKind: 'DISPUTE', customerNo: blocked.customerNo, note: 'Not my loan' })
      .execute();
    const phone = await phoneOf(called);
    const tried = { phone, purpose: 'COLLECTION', channel: 'ROBOT', merchantNo, attemptedAt: new Date() } as const;
    await db.insertInto('contactAttempt').values([tried, tried]).execute();
    const filters = { merchantNo, dpd: '81-83' };
    const { borrowers, refusals } = await maker.call(audience, filters);
    expect(borrowers).toBe(3);
    expect(refusals).toEqual([
      { reason: 'CONTACT_CAP', borrowers: 1 },
      { reason: 'CONTACT_DISPUTE', borrowers: 1 },
    ]);
    // A block that was lifted is none any more.
    await db
      .updateTable('contactBlock')
      .set({ liftedAt: new Date(), liftedBy: people.maker })
      .where('customerNo', '=', blocked.customerNo)
      .execute();
    expect((await maker.call(audience, filters)).refusals).toEqual([{ reason: 'CONTACT_CAP', borrowers: 1 }]);
    expect(free.merchantNo).toBe(merchantNo);
  });

  it('refuses filters that match nobody, no cases at all, and merchants of others', async () => {
    const nobody = await maker.post(create, form({ merchantNo, dpd: '900' }));
    expect(nobody.data.error).toBe('ROBOT_AUDIENCE_EMPTY');
    const none = await maker.post(create, form({}));
    expect(none.data.fields).toMatchObject([{ field: 'merchantNo' }]);
    const theirs = await elsewhere.post(create, form({ merchantNo, dpd: '1-99' }));
    expect(theirs.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'merchantNo' }] });
  });

  it('waits for the hour in which a borrower answered most, where they did and it is still to come', async () => {
    const { db } = app.database;
    const [often, once] = [await late(151), await late(152)];
    const answer = async (orderNo: string, hour: string, times: number) => {
      for (let count = 0; count < times; count += 1) {
        await sql`with a as (insert into contact_attempt (attempted_at, phone, purpose, channel, order_no)
            select ${`${addDays(TODAY, -3 - count)}T${hour}:20:00+03:00`}::timestamptz, cu.phone, 'COLLECTION', 'ROBOT', o.order_no
            from loan_order o join customer cu using (customer_no) where o.order_no = ${orderNo} returning attempt_id)
          insert into contact_result (attempt_id, outcome) select attempt_id, 'ANSWERED' from a`.execute(db);
      }
    };
    await answer(often.orderNo, '15', 2);
    await answer(often.orderNo, '10', 1);
    await answer(once.orderNo, '15', 1);
    const startAt = `${addDays(TODAY, 1)}T09:00:00+03:00`;
    const { taskNo } = await maker.call(create, form({ merchantNo, dpd: '151-152', atBestHour: true, startAt }));
    const { rows } = await sql<{ orderNo: string; nextAt: Date | null }>`select order_no, next_at from robot_task_item
      where task_no = ${taskNo} order by order_no`.execute(db);
    const expected = new Map([
      [often.orderNo, new Date(`${addDays(TODAY, 1)}T15:00:00+03:00`)],
      [once.orderNo, null],
    ]);
    expect(new Map(rows.map(({ orderNo, nextAt }) => [orderNo, nextAt]))).toEqual(expected);
  });
});
