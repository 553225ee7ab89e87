import { config, messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOf } from '../../../../testing/test-calls.ts';
import { addDays } from '../../platform/policy/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { stopOffers } from '../contacts/index.ts';
import { type NoticeDesk, noticeDesk, today } from './testing/notice-desk.ts';

let app: NoticeDesk['app'];
let maker: NoticeDesk['maker'];
let draft: NoticeDesk['draft'];
let pointOf: NoticeDesk['pointOf'];
let setPoint: NoticeDesk['setPoint'];
let noticesOf: NoticeDesk['noticesOf'];
let textsTo: NoticeDesk['textsTo'];
let send: NoticeDesk['send'];
let loan: NoticeDesk['loan'];
let firstBill: NoticeDesk['firstBill'];
let inForce: NoticeDesk['inForce'];
let people: NoticeDesk['people'];

beforeAll(async () => {
  ({ app, maker, draft, pointOf, setPoint, noticesOf, textsTo, send, loan, firstBill, inForce, people } =
    await noticeDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('reminds on each day that the due-date rule of the loan names, and of other loans three days before', async () => {
  await setPoint('BILL_DUE_IN_3', {});
  const { db } = app.database;
  const [ruled, plain] = [await loan(), await loan()];
  await db
    .updateTable('loanOrder')
    .set({ reminderDays: [-5, -1] })
    .where('orderNo', '=', ruled.orderNo)
    .execute();
  const [bill, other] = [(await firstBill(ruled.orderNo)).billNo, (await firstBill(plain.orderNo)).billNo];
  const sentWith = async (daysLeft: number) => {
    await db
      .updateTable('bill')
      .set({ dueDate: addDays(today, daysLeft) })
      .where('billNo', 'in', [bill, other])
      .execute();
    await send();
    const subjects = [bill, `${bill}/-5`, `${bill}/-1`, other];
    return (await noticesOf('BILL_DUE_IN_3', ...subjects)).map(({ subjectNo }) => subjectNo);
  };
  expect(await sentWith(5)).toEqual([`${bill}/-5`]);
  expect(await sentWith(4)).toEqual([`${bill}/-5`]);
  expect(await sentWith(3)).toEqual([`${bill}/-5`, other]);
  expect(await sentWith(1)).toEqual([`${bill}/-5`, other, `${bill}/-1`]);
  expect(await textsTo(ruled.customerNo, 'BILL_DUE_IN_3')).toHaveLength(2);
});

it('speaks to customers so many days past due alone', async () => {
  await setPoint('DISBURSED', { dpdTo: 2 });
  const { db } = app.database;
  const [late, punctual] = [await loan(), await loan()];
  const { billNo } = await firstBill(late.orderNo);
  await db
    .updateTable('bill')
    .set({ dueDate: addDays(today, -3) })
    .where('billNo', '=', billNo)
    .execute();
  const count = async (dpdFrom: number) => {
    const asked = { nodeCode: 'DISBURSED', merchantNo: null, loanType: null, dpdFrom } as const;
    return (await maker.call(messagePoint.dryRun, asked)).messages;
  };
  expect((await count(0)) - (await count(3))).toBeGreaterThan(0);
  expect(await count(3)).toBe(1);
  await send();
  expect(await noticesOf('DISBURSED', late.orderNo)).toMatchObject([{ noticeStatus: 'SKIPPED' }]);
  expect(await noticesOf('DISBURSED', punctual.orderNo)).toMatchObject([{ noticeStatus: 'SENT' }]);
  const wrong = await maker.post(config.save, draft(...pointOf('DISBURSED', { dpdFrom: 3, dpdTo: 2 })));
  expect(wrong.data.fields).toMatchObject([{ field: 'value.dpdTo' }]);
});

it('drops a message that waits once the loan is settled or the customer wants no offers', async () => {
  await setPoint('DISBURSED', { delayMinutes: 60, stopWhen: ['SETTLED', 'OPTED_OUT'] });
  const { db } = app.database;
  const [settled, optedOut, running] = [await loan(), await loan(), await loan()];
  await send();
  await db.updateTable('loanOrder').set({ orderStatus: 'CLOSED' }).where('orderNo', '=', settled.orderNo).execute();
  const { phone, merchantNo } = await db
    .selectFrom('customer')
    .select(['phone', 'merchantNo'])
    .where('customerNo', '=', optedOut.customerNo)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => stopOffers(tx, { phone, merchantNo }));
  await send(new Date(Date.now() + 61 * 60_000));
  expect(await noticesOf('DISBURSED', settled.orderNo)).toMatchObject([{ noticeStatus: 'DROPPED', fault: 'SETTLED' }]);
  expect(await noticesOf('DISBURSED', optedOut.orderNo)).toMatchObject([
    { noticeStatus: 'DROPPED', fault: 'OPTED_OUT' },
  ]);
  expect(await noticesOf('DISBURSED', running.orderNo)).toMatchObject([{ noticeStatus: 'SENT' }]);
});

it('tells a customer once, a day ahead, that a temporary limit ends', async () => {
  await setPoint('LIMIT_EXPIRING', {});
  const { db } = app.database;
  const raise = async (hoursLeft: number) => {
    const { customerNo, merchantNo } = await loan();
    const { taskNo } = await db
      .insertInto('temporaryCreditTask')
      .values({
        merchantNo,
        taskName: 'School fees',
        amountCents: 3_000_00,
        validDays: 14,
        effectiveOn: today,
        reason: 'Back to school',
        taskStatus: 'APPROVED',
        makerUserNo: people.maker,
        auditorUserNo: people.checker,
      })
      .returning('taskNo')
      .executeTakeFirstOrThrow();
    const expiresAt = new Date(Date.now() + hoursLeft * 3_600_000);
    const raised = { taskNo, merchantNo, customerNo, amountCents: 3_000_00, creditStatus: 'GRANTED' as const };
    const { creditNo } = await db
      .insertInto('temporaryCredit')
      .values({ ...raised, effectiveAt: new Date(Date.now() - 3_600_000), expiresAt })
      .returning('creditNo')
      .executeTakeFirstOrThrow();
    return { creditNo, customerNo };
  };
  const [ending, running] = [await raise(20), await raise(30)];
  await send();
  await send();
  expect(await noticesOf('LIMIT_EXPIRING', ending.creditNo, running.creditNo)).toEqual([
    { subjectNo: ending.creditNo, noticeStatus: 'SENT', fault: null },
  ]);
  expect((await textsTo(ending.customerNo, 'LIMIT_EXPIRING')).map(({ content }) => content)).toEqual([
    expect.stringContaining('KES 3,000.00'),
  ]);
});

it('shows a template as the customer of an order would read it, and what became of it', async () => {
  const { db } = app.database;
  const { orderNo } = await loan();
  const read = async (templateCode: string, no = orderNo) =>
    await maker.call(messageTemplate.preview, { templateCode, orderNo: no });
  const [en, sw] = await read('DISBURSED');
  expect(en?.text).toMatch(/^Dear Wa\*+ku, we sent you KES 4,000\.00\. .+ M-Pesa account \w+\.$/);
  expect(sw?.text).toMatch(/^Mpendwa Wa\*+ku, tumekutumia KES 4,000\.00\./);
  expect((await read('BILL_OVERDUE'))[0]?.text).toContain('was due on');
  // Nothing was paid yet, and a coupon is of no order.
  expect([await read('REPAID'), await read('COUPON_GRANTED')]).toEqual([[], []]);
  expect(await maker.refusalOf(messageTemplate.preview, { templateCode: 'DISBURSED', orderNo: 'LO0' })).toMatchObject({
    error: 'NOT_FOUND',
  });

  await setPoint('DISBURSED', {});
  const opted = await loan();
  await send();
  const { phone, merchantNo } = await db
    .selectFrom('customer')
    .select(['phone', 'merchantNo'])
    .where('customerNo', '=', opted.customerNo)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => stopOffers(tx, { phone, merchantNo }));
  const { rows } = await maker.call(messageTemplate.page, listOf({ templateCode: 'DISBURSED' }));
  const [row] = rows.filter(({ templateCode }) => templateCode === 'DISBURSED');
  expect(row).toMatchObject({ usedByCount: 1, costPerThousandCents: expect.any(Number) });
  expect(row?.optOutPercent).toBeGreaterThan(0);
  const asked = { nodeCode: 'DISBURSED', templateCode: 'DISBURSED' } as const;
  expect((await maker.call(messagePoint.deliveries, asked)).length).toBeGreaterThan(0);
  expect(await maker.call(messagePoint.deliveries, { ...asked, templateCode: 'REPAID' })).toEqual([]);
});

it('tells the price of the terms that a loan was applied for, whatever the product costs now', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db, { dailyInterestBps: 0, managementFeeBps: 0, serviceFeeBps: 1_000 });
  const lent = async () => (await lend(db, { productNo, approvedCents: 400_000, ...people })).orderNo;
  const cheap = await lent();
  await sql`insert into loan_product_version (product_no, version_no, effective_from, terms)
    select product_no, 2, ${today}::date, terms || '{"serviceFeeBps": 2000}' from loan_product_version
    where product_no = ${productNo}`.execute(db);
  const dear = await lent();
  const text = 'You repay KES {{total}} of KES {{amount}}: it costs KES {{cost}}, {{apr}}% a year.';
  const texts = { templateName: 'Disbursed', en: text, sw: text };
  const blank = { merchantNos: [], zh: '', subjectEn: '', subjectSw: '', subjectZh: '' };
  const subject = messageTemplate.templateSubject('DISBURSED');
  await inForce(messageTemplate.MESSAGE_TEMPLATE_KEY, subject, { ...blank, ...texts });
  const read = async (orderNo: string) =>
    (await maker.call(messageTemplate.preview, { templateCode: 'DISBURSED', orderNo }))[0]?.text;
  // 10% or 20% and excise of 20% of that.
  expect(await read(cheap)).toMatch(
    /^You repay KES 4,480\.00 of KES 4,000\.00: it costs KES 480\.00, [\d.]+% a year\.$/,
  );
  expect(await read(dear)).toMatch(
    /^You repay KES 4,960\.00 of KES 4,000\.00: it costs KES 960\.00, [\d.]+% a year\.$/,
  );
});
