import { config, hotline, type messageNodes, messagePoint, messageTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { shownDay } from '../../../ground/shown-time.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { approved, lend, type LentLoan, makeProduct } from '../../lending/orders/testing/lend.ts';
import { applyPayment, receiveFlow } from '../../payments/payments/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { sendNotices } from './index.ts';
import { withinHours } from './within-hours.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = [messageTemplate.MESSAGE_TEMPLATE_PAGE, messagePoint.BUSINESS_NODE_PAGE, hotline.HOTLINE_PAGE];
  const userNos: string[] = [];
  for (const [name, held] of [
    ['nodes.maker', ['messageTemplate:save', 'messagePoint:save', 'hotline:save']],
    ['nodes.checker', ['config:audit']],
  ] as const) {
    const codes = held.map((code) => `operation:${code}`);
    const { userNo, roleNo } = await addPerson(app.database, name, { pages, codes });
    userNos.push(userNo);
    await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  const [first = '', second = ''] = userNos;
  people = { maker: first, checker: second };
  [maker, checker] = [await as(app, 'nodes.maker'), await as(app, 'nodes.checker')];
  productNo = await makeProduct(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const draft = (configKey: string, subjectNo: string, value: object) => ({
  configKey,
  subjectNo,
  value,
  effectiveFrom: today,
  reason: 'Customers asked for it',
});
/** A version that is in force at once, with a second person where the family asks for one. */
async function inForce(configKey: string, subjectNo: string, value: object): Promise<string> {
  const saved = await maker.call(config.save, draft(configKey, subjectNo, value));
  const { versionId } = saved;
  const submitted = await maker.call(config.submit, { versionId, version: saved.version });
  if (submitted.versionStatus !== 'PENDING') return submitted.versionStatus;
  return (await checker.call(config.approve, { versionId, version: submitted.version })).versionStatus;
}
const pointOf = (nodeCode: messageNodes.NodeCode, value: object) =>
  [
    messagePoint.MESSAGE_POINT_KEY,
    `ALL_${nodeCode}`,
    { isEnabled: true, templateCodes: [nodeCode], ...value },
  ] as const;
const setPoint = async (nodeCode: messageNodes.NodeCode, value: object) => await inForce(...pointOf(nodeCode, value));

const noticesOf = async (nodeCode: messageNodes.NodeCode, ...subjects: string[]) =>
  await app.database.db
    .selectFrom('nodeNotice')
    .select(['subjectNo', 'noticeStatus', 'fault'])
    .where('nodeCode', '=', nodeCode)
    .where('subjectNo', 'in', subjects)
    .orderBy('noticeId')
    .execute();
const textsTo = async (customerNo: string, templateCode: string) => {
  const found = await app.database.db
    .selectFrom('contactAttempt as a')
    .leftJoin('contactDispatch as d', 'd.attemptId', 'a.attemptId')
    .select(['a.content', 'a.refusedFor', 'd.payload'])
    .where('a.customerNo', '=', customerNo)
    .where('a.templateCode', '=', templateCode)
    .execute();
  return found;
};
const send = async (now = new Date()) => await sendNotices(app.database.db, app.services, now);
const loan = async () => await lend(app.database.db, { productNo, approvedCents: 400_000, ...people });
const firstBill = async (orderNo: string) =>
  await app.database.db.selectFrom('bill').selectAll().where('orderNo', '=', orderNo).executeTakeFirstOrThrow();

it('writes of a loan from the moment its node is enabled by two, once, and of none before', async () => {
  const before = await loan();
  await send();
  expect(await noticesOf('DISBURSED', before.orderNo)).toEqual([]);
  expect(await setPoint('DISBURSED', {})).toBe('IN_FORCE');
  const after = await loan();
  await Promise.all([send(), send()]);
  await send();
  expect(await noticesOf('DISBURSED', before.orderNo, after.orderNo)).toEqual([
    { subjectNo: before.orderNo, noticeStatus: 'SKIPPED', fault: null },
    { subjectNo: after.orderNo, noticeStatus: 'SENT', fault: null },
  ]);
  const texts = await textsTo(after.customerNo, 'DISBURSED');
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatchObject({ refusedFor: null, payload: { smsKind: 'SERVICE' } });
  expect(texts[0]?.content).toMatch(/^Mpendwa Wanjiku, tumekutumia KES 4,000\.00\. .+ akaunti ya M-Pesa \w+\.$/);
});

it('writes of a cancellation what its rule names, where the node itself is off', async () => {
  const { db } = app.database;
  const named = await approved(db, { productNo, approvedCents: 300_000, ...people });
  const plain = await approved(db, { productNo, approvedCents: 300_000, ...people });
  await db
    .updateTable('loanOrder')
    .set({ orderStatus: 'VOIDED' })
    .where('orderNo', 'in', [named.orderNo, plain.orderNo])
    .execute();
  await sql`insert into message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    values ('CANCELLED_OWN', 'Own words', 'ORDER_CANCELLED', 'SMS', 'SERVICE', true)`.execute(db);
  await inForce(messageTemplate.MESSAGE_TEMPLATE_KEY, messageTemplate.templateSubject('CANCELLED_OWN'), {
    templateName: 'Own words',
    en: 'Loan {{order}} is off',
    sw: 'Mkopo {{order}} umesitishwa',
  });
  await sql`
    WITH rule AS (INSERT INTO config_rule (config_key, merchant_no, created_by)
      VALUES ('afterLoan.autoCancel', ${named.merchantNo}, ${people.maker}) RETURNING rule_id)
    INSERT INTO config_rule_item (rule_id, version_no, run_at, subject_no, outcome, amount_cents, facts)
    SELECT rule_id, 1, now(), order_no, 'VOIDED', 300000, facts::jsonb FROM rule,
      (VALUES (${named.orderNo}, '{"notifyTemplateNo": "CANCELLED_OWN"}'), (${plain.orderNo}, '{}')) AS v (order_no, facts)`.execute(
    db,
  );
  await send();
  await send();
  expect(await noticesOf('ORDER_CANCELLED', named.orderNo, plain.orderNo)).toEqual([
    { subjectNo: named.orderNo, noticeStatus: 'SENT', fault: null },
  ]);
  const texts = await textsTo(named.customerNo, 'CANCELLED_OWN');
  expect(texts.map(({ content }) => content)).toEqual([`Mkopo ${named.orderNo} umesitishwa`]);
});

it('tells a customer that a rule cancelled the order, and says nothing where a person did', async () => {
  expect(await setPoint('ORDER_CANCELLED', {})).toBe('IN_FORCE');
  const { db } = app.database;
  const [byRule, byPerson] = [
    await approved(db, { productNo, approvedCents: 300_000, ...people }),
    await approved(db, { productNo, approvedCents: 300_000, ...people }),
  ];
  const orderNos = [byRule.orderNo, byPerson.orderNo];
  await db.updateTable('loanOrder').set({ orderStatus: 'VOIDED' }).where('orderNo', 'in', orderNos).execute();
  await sql`
    WITH rule AS (INSERT INTO config_rule (config_key, merchant_no, created_by)
      VALUES ('afterLoan.autoCancel', ${byRule.merchantNo}, ${people.maker}) RETURNING rule_id)
    INSERT INTO config_rule_item (rule_id, version_no, run_at, subject_no, outcome, amount_cents)
    SELECT rule_id, 1, now(), ${byRule.orderNo}, 'VOIDED', 300000 FROM rule`.execute(db);
  await send();
  await send();
  expect(await noticesOf('ORDER_CANCELLED', ...orderNos)).toEqual([
    { subjectNo: byRule.orderNo, noticeStatus: 'SENT', fault: null },
  ]);
  const texts = await textsTo(byRule.customerNo, 'ORDER_CANCELLED');
  expect(texts).toHaveLength(1);
  expect(texts[0]?.content).toContain(`${byRule.orderNo} wa KES 3,000.00 haukuweza kutumwa`);
});

it('tells a customer that a withdrawal was given up, once its node is on', async () => {
  const { db } = app.database;
  expect(await setPoint('WITHDRAWAL_CANCELLED', {})).toBe('IN_FORCE');
  const { customerNo, merchantNo } = await loan();
  await sql`insert into wallet (customer_no, merchant_no, balance_cents) values (${customerNo}, ${merchantNo}, 50000)`.execute(
    db,
  );
  const { rows } = await sql<{ withdrawNo: string }>`insert into wallet_withdrawal
      (customer_no, merchant_no, amount_cents, e_wallet_account, payee_name, withdraw_status, cancel_reason, cancelled_at)
    values (${customerNo}, ${merchantNo}, 30000, '254700000001', 'Wanjiku', 'CANCELLED', 'Asked to wait', now())
    returning withdraw_no`.execute(db);
  const withdrawNo = rows[0]?.withdrawNo ?? '';
  await send();
  await send();
  expect(await noticesOf('WITHDRAWAL_CANCELLED', withdrawNo)).toEqual([
    { subjectNo: withdrawNo, noticeStatus: 'SENT', fault: null },
  ]);
  const [text] = await textsTo(customerNo, 'WITHDRAWAL_CANCELLED');
  expect(text?.content).toContain('KES 300.00');
});

it('tells applicants why they were declined: by the machine its main reasons, by a person the words of the code', async () => {
  const { db } = app.database;
  await setPoint('ORDER_DECLINED', {});
  const declined = async (orderStatus: 'MACHINE_REFUSED' | 'REFUSED') => {
    const { orderNo, customerNo } = await approved(db, { productNo, approvedCents: 300_000, ...people });
    await db
      .updateTable('loanOrder')
      .set({
        orderStatus,
        refuseCode: 'R05',
        auditTime: orderStatus === 'REFUSED' ? new Date() : null,
        refusedAt: new Date(),
      })
      .where('orderNo', '=', orderNo)
      .execute();
    return { orderNo, customerNo };
  };
  const [byMachine, byPerson] = [await declined('MACHINE_REFUSED'), await declined('REFUSED')];
  const line = { priority: 10, ruleName: 'Open loans', fieldKey: 'openOrders', operator: 'GTE', threshold: '1' };
  await sql`insert into risk_evaluation (order_no, merchant_no, decision, decided_by, refuse_code, is_halted, facts, lines)
    select order_no, merchant_no, 'REFUSE', 'Open loans', 'R05', false, '{}',
      ${JSON.stringify([{ ...line, value: '2', isHit: true, decision: 'REFUSE' }])}::jsonb
    from loan_order where order_no = ${byMachine.orderNo}`.execute(db);
  // The second one's days are over.
  const at = (days: number) => addDays(today, days);
  const waits = async ({ orderNo }: { orderNo: string }, coolOffUntil: string) =>
    await db.updateTable('loanOrder').set({ coolOffUntil }).where('orderNo', '=', orderNo).execute();
  await waits(byMachine, at(14));
  await waits(byPerson, at(0));
  await send();
  const [first] = await textsTo(byMachine.customerNo, 'ORDER_DECLINED');
  expect(first?.content).toContain('Sababu kuu: mikopo ambayo bado hujalipa.');
  expect(first?.content).toContain(`Unaweza kuomba tena kuanzia ${shownDay(at(14))}.`);
  const [second] = await textsTo(byPerson.customerNo, 'ORDER_DECLINED');
  expect(second?.content).toContain('Sababu kuu: Kipato hakitoshi kulipa mkopo.');
  expect(second?.content).not.toContain('tena');
  // An application that was taken up again meanwhile was not declined after all.
  const again = await declined('MACHINE_REFUSED');
  await db.updateTable('loanOrder').set({ orderStatus: 'TO_ALLOCATE' }).where('orderNo', '=', again.orderNo).execute();
  await send();
  expect(await textsTo(again.customerNo, 'ORDER_DECLINED')).toEqual([]);
});

it('names a recommended product where there is one, and leaves the sentence out where there is none', async () => {
  const { db } = app.database;
  await sql`insert into message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
    values ('DECLINED_OFFER', 'With an offer', 'ORDER_DECLINED', 'SMS', 'SERVICE', true)`.execute(db);
  const texts = {
    templateName: 'With an offer',
    en: '{{reasons}}. Try {{recommendedProduct}}.',
    sw: '{{reasons}}. Jaribu {{recommendedProduct}}.',
  };
  const subjectNo = messageTemplate.templateSubject('DECLINED_OFFER');
  await inForce(messageTemplate.MESSAGE_TEMPLATE_KEY, subjectNo, texts);
  const together = { ...texts, en: '{{reasons}}, so try {{recommendedProduct}}.' };
  await expect(inForce(messageTemplate.MESSAGE_TEMPLATE_KEY, subjectNo, together)).rejects.toThrow('{{reasons}}');
  await setPoint('ORDER_DECLINED', { templateCodes: ['DECLINED_OFFER'] });
  const declined = async () => {
    const { orderNo, customerNo } = await approved(db, { productNo, approvedCents: 300_000, ...people });
    await db
      .updateTable('loanOrder')
      .set({ orderStatus: 'REFUSED', refuseCode: 'R05', auditTime: new Date(), refusedAt: new Date() })
      .where('orderNo', '=', orderNo)
      .execute();
    return customerNo;
  };
  const offered = await declined();
  const asked: unknown[] = [];
  const recommendedProduct: typeof app.services.recommendedProduct = async (_db, { scene, language }) => {
    asked.push([scene, language]);
    return await Promise.resolve({ marketProductNo: 'MP000001', name: 'Quick (PesaNow)' });
  };
  await sendNotices(db, { ...app.services, recommendedProduct });
  const [offer] = await textsTo(offered, 'DECLINED_OFFER');
  expect(offer?.content).toBe('Kipato hakitoshi kulipa mkopo. Jaribu Quick (PesaNow).');
  expect(asked).toContainEqual(['REFUSED', 'sw']);
  // No slot recommends anything.
  const plain = await declined();
  await send();
  const [without] = await textsTo(plain, 'DECLINED_OFFER');
  expect(without?.content).toBe('Kipato hakitoshi kulipa mkopo.');
  await setPoint('ORDER_DECLINED', {});
});

it('tells who lost a VIP level, in the words of the level, and not who has risen again', async () => {
  const { db } = app.database;
  await setPoint('VIP_LEVEL_LOWERED', {});
  const { customerNo, merchantNo } = await loan();
  const [moved] = await db
    .insertInto('vipMove')
    .values({ customerNo, levelBefore: 8, levelNo: null, vipSource: 'RULE', movedAt: new Date() })
    .returning('moveId')
    .execute();
  await send();
  expect(await noticesOf('VIP_LEVEL_LOWERED', String(moved?.moveId))).toMatchObject([{ noticeStatus: 'SENT' }]);
  const [text] = await textsTo(customerNo, 'VIP_LEVEL_LOWERED');
  expect(text?.content).toContain('kutoka 8 hadi bila kiwango.');
  const [again] = await db
    .insertInto('vipMove')
    .values({ customerNo, levelBefore: 1, levelNo: 0, vipSource: 'RULE', movedAt: new Date() })
    .returning('moveId')
    .execute();
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('vipMember')
    .values({ customerNo, merchantNo, levelNo: 1, vipSource: 'RULE', expiresAt })
    .execute();
  await send();
  expect(await noticesOf('VIP_LEVEL_LOWERED', String(again?.moveId))).toMatchObject([{ fault: 'NOTHING_TO_SAY' }]);
});

it('waits its delay, speaks to its loans alone, and says nothing of what is paid meanwhile', async () => {
  await setPoint('BILL_OVERDUE', { delayMinutes: 30 });
  await setPoint('ORDER_APPROVED', { loanType: 'REPEAT' });
  const { db } = app.database;
  const first = await approved(db, { productNo, approvedCents: 300_000, ...people });
  const [late, paid] = [await loan(), await loan()];
  const bills = [await firstBill(late.orderNo), await firstBill(paid.orderNo)].map(({ billNo }) => billNo);
  await sql`UPDATE bill SET due_date = ${addDays(today, -1)}, accrued_through = ${today}
    WHERE bill_no = ANY(${bills}::text[])`.execute(db);
  const now = new Date();
  await send(now);
  expect(await noticesOf('ORDER_APPROVED', first.orderNo)).toMatchObject([{ noticeStatus: 'SKIPPED' }]);
  expect(await noticesOf('BILL_OVERDUE', ...bills)).toMatchObject([
    { noticeStatus: 'QUEUED' },
    { noticeStatus: 'QUEUED' },
  ]);
  await db
    .updateTable('bill')
    .set({ billStatus: 'SETTLED' })
    .where('billNo', '=', bills[1] ?? '')
    .execute();
  await send(new Date(now.getTime() + 29 * 60_000));
  expect(await textsTo(late.customerNo, 'BILL_OVERDUE')).toEqual([]);
  await send(new Date(now.getTime() + 30 * 60_000));
  expect(await noticesOf('BILL_OVERDUE', ...bills)).toEqual([
    { subjectNo: bills[0], noticeStatus: 'SENT', fault: null },
    { subjectNo: bills[1], noticeStatus: 'DROPPED', fault: 'NOTHING_TO_SAY' },
  ]);
  expect(await textsTo(late.customerNo, 'BILL_OVERDUE')).toMatchObject([{ payload: { smsKind: 'COLLECTION' } }]);
});

it('moves to the next contact hours what the gate holds back, and drops what waiting does not help', async () => {
  await setPoint('REPAID', {});
  const { db } = app.database;
  const [waits, blocked] = [await loan(), await loan()];
  const bills = [await firstBill(waits.orderNo), await firstBill(blocked.orderNo)].map(({ billNo }) => billNo);
  const tomorrow = addDays(today, 1);
  await sql`UPDATE bill SET bill_status = 'SETTLED', actual_date = ${tomorrow}
    WHERE bill_no = ANY(${bills}::text[])`.execute(db);
  await sql`INSERT INTO contact_block (block_kind, customer_no, set_by, note)
    VALUES ('DEATH', ${blocked.customerNo}, ${people.maker}, 'Told by the family')`.execute(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${tomorrow}, '{"from": "08:00", "to": "19:00"}')`.execute(db);
  await send(new Date(`${tomorrow}T06:00:00+03:00`));
  expect(await noticesOf('REPAID', ...bills)).toEqual([
    { subjectNo: bills[0], noticeStatus: 'QUEUED', fault: 'CONTACT_HOURS' },
    { subjectNo: bills[1], noticeStatus: 'DROPPED', fault: 'CONTACT_DEATH' },
  ]);
  await send(new Date(`${tomorrow}T08:00:00+03:00`));
  expect(await noticesOf('REPAID', bills[0] ?? '')).toMatchObject([{ noticeStatus: 'SENT' }]);
});

it('writes of what was paid before midnight and told after it, and of nothing told more than a day ago', async () => {
  await setPoint('REPAID', {});
  const { db } = app.database;
  const midnight = startOfBusinessDate(addDays(today, 2));
  const told = async ({ orderNo, merchantNo }: LentLoan, at: Date): Promise<string> => {
    const paidAt = new Date(at.getTime() - 15 * 60_000);
    const { billNo } = await firstBill(orderNo);
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    await db.transaction().execute(async (tx) => {
      const { flowNo } = await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: `MIDNIGHT${billNo}`,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 900_000,
        repayTime: paidAt,
        receivedAt: at,
      });
      await applyPayment(tx, {
        orderNo,
        billNo: null,
        repayType: 'GENERIC',
        flowNo,
        amountCents: 900_000,
        acknowledged: ['SURPLUS_TO_CREDIT'],
        idempotencyKey: `midnight/${billNo}`,
        valueDate: businessDateOf(paidAt),
        at,
      });
    });
    vi.useRealTimers();
    return billNo;
  };
  const [late, old] = [await loan(), await loan()];
  const lateBill = await told(late, new Date(midnight.getTime() + 10 * 60_000));
  const oldBill = await told(old, new Date(midnight.getTime() - 86_400_000));
  expect(await firstBill(late.orderNo)).toMatchObject({ billStatus: 'SETTLED', actualDate: addDays(today, 1) });
  await send(new Date(midnight.getTime() + 9 * 60_000));
  expect(await noticesOf('REPAID', lateBill)).toEqual([]);
  await send(new Date(midnight.getTime() + 15 * 60_000));
  expect(await noticesOf('REPAID', lateBill, oldBill)).toMatchObject([{ subjectNo: lateBill }]);
});

it('writes of a bill that closed with nothing owed minutes before midnight', async () => {
  await setPoint('REPAID', {});
  const { db } = app.database;
  const { billNo } = await firstBill((await loan()).orderNo);
  const day = addDays(today, 4);
  await sql`UPDATE bill SET bill_status = 'SETTLED', actual_date = ${day} WHERE bill_no = ${billNo}`.execute(db);
  await send(new Date(startOfBusinessDate(addDays(day, 1)).getTime() + 60_000));
  expect(await noticesOf('REPAID', billNo)).toHaveLength(1);
});

it('names the hotline that the merchant shows, and the next one once that is another', async () => {
  const { orderNo, merchantNo, customerNo } = await loan();
  const own = 'Call {{hotline}} about {{order}}, or write to {{whatsapp}}.';
  const texts = { templateName: 'Bill due', en: `${own} {{due}} {{dueDate}}`, sw: `${own} {{due}} {{dueDate}}` };
  const subject = messageTemplate.templateSubject('BILL_DUE_IN_3');
  const blank = { merchantNos: [], zh: '', subjectEn: '', subjectSw: '', subjectZh: '' };
  await inForce(messageTemplate.MESSAGE_TEMPLATE_KEY, subject, { ...blank, ...texts });
  await setPoint('BILL_DUE_IN_3', {});
  const { db } = app.database;
  await db.deleteFrom('hotline').where('merchantNo', '=', merchantNo).execute();
  await maker.call(hotline.save, {
    merchantNo,
    contactType: 'PHONE',
    contactValue: '254709111222',
    serviceHours: [],
    languages: ['en'],
    sort: 1,
  });
  const { billNo } = await firstBill(orderNo);
  await db
    .updateTable('bill')
    .set({ dueDate: addDays(today, 3) })
    .where('billNo', '=', billNo)
    .execute();
  await send();
  const [sent] = await textsTo(customerNo, 'BILL_DUE_IN_3');
  expect(sent?.content).toContain(`Call 254709111222 about ${orderNo}, or write to .`);
});

it('speaks of loans of its amounts alone', async () => {
  await setPoint('ORDER_APPROVED', { loanCentsFrom: 200_000, loanCentsTo: 400_000 });
  const { db } = app.database;
  const small = await approved(db, { productNo, approvedCents: 100_000, ...people });
  const fit = await approved(db, { productNo, approvedCents: 400_000, ...people });
  const large = await approved(db, { productNo, approvedCents: 500_000, ...people });
  await send();
  const statusOf = async ({ orderNo }: { readonly orderNo: string }) =>
    (await noticesOf('ORDER_APPROVED', orderNo)).map(({ noticeStatus }) => noticeStatus === 'SKIPPED');
  expect([await statusOf(small), await statusOf(fit), await statusOf(large)]).toEqual([[true], [false], [true]]);
});

it('says beforehand how many messages a node would have sent, of which loans', async () => {
  const count = async (loanType: 'FIRST' | 'REPEAT' | null, merchantNo: string | null = null) =>
    (await maker.call(messagePoint.dryRun, { nodeCode: 'DISBURSED', merchantNo, loanType })).messages;
  const before = [await count(null), await count('FIRST'), await count('REPEAT')];
  const { merchantNo } = await loan();
  const [all = 0, first = 0, repeat = 0] = before;
  expect([await count(null), await count('FIRST'), await count('REPEAT')]).toEqual([all + 1, first + 1, repeat]);
  expect(await count(null, merchantNo)).toBeGreaterThan(0);
  const none = { nodeCode: 'DISBURSED', merchantNo: null, loanType: null, loanCentsFrom: 1_000_000_000_00 } as const;
  expect((await maker.call(messagePoint.dryRun, none)).messages).toBe(0);
  const staff = { nodeCode: 'PASSWORD_CHANGED', merchantNo: null, loanType: null };
  expect((await maker.refusalOf(messagePoint.dryRun, staff)).error).toBe('NOT_FOUND');
});

it('refuses hours outside contact hours, and settings that a node does not obey', async () => {
  const fieldsOf = async (nodeCode: messageNodes.NodeCode, value: object) =>
    (await maker.refusalOf(config.save, draft(...pointOf(nodeCode, value)))).fields;
  expect(await fieldsOf('COUPON_GRANTED', { fromTime: '07:00', toTime: '20:00' })).toEqual([
    'value.fromTime',
    'value.toTime',
  ]);
  expect(await fieldsOf('COUPON_GRANTED', { fromTime: '09:00' })).toEqual(['value.toTime']);
  expect(await fieldsOf('COUPON_GRANTED', { delayMinutes: 10_081 })).toEqual(['value.delayMinutes']);
  expect(await fieldsOf('ORDER_RETURNED', { delayMinutes: 5 })).toEqual(['value.delayMinutes']);
});

it('keeps to the hours of a node: earlier and later it waits for them', () => {
  const hours = { fromTime: '09:00', toTime: '17:30' };
  const at = (time: string) => withinHours(new Date(`2026-06-10T${time}+03:00`), hours).toISOString();
  expect(at('08:59:59')).toBe('2026-06-10T06:00:00.000Z');
  expect(at('17:29:59')).toBe('2026-06-10T14:29:59.000Z');
  expect(at('17:30:00')).toBe('2026-06-11T06:00:00.000Z');
  expect(withinHours(new Date(0), {})).toEqual(new Date(0));
});
