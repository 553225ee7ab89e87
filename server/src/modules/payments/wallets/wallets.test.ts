import { change, job, wallet as wallets } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { payoutSubjects } from '../../../open-engine.ts';
import { statesOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, fieldOf, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { silentMoney } from '../../lending/orders/testing/lend.ts';
import { markUnknown, resolveAttempt, sendPayout, walletWithdrawalMachine } from '../../lending/payouts/index.ts';
import { grantReward, payWithdrawal, requestWithdrawal } from './index.ts';

let app: TestApp;
let clerk: Person;
let checker: Person;
let merchantNo: string;
let customers = 0;
let stop: () => Promise<void>;
const log = createLogger('silent');
const AT = new Date();
const CODES = [
  'wallet:query',
  'wallet:export',
  'walletWithdrawal:retry',
  'walletWithdrawal:cancel',
  'walletBatch:run',
].map((code) => `afterLoan:${code}`);
const PAGES = ['/AdminContent/AfterLoanSystem/WalletRecords'];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const [name, codes] of [
    ['wallet.clerk', CODES],
    ['wallet.checker', [...CODES, 'afterLoan:walletBatch:audit']],
    ['wallet.elsewhere', CODES],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES });
    if (name !== 'wallet.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  clerk = await as(app, 'wallet.clerk');
  checker = await as(app, 'wallet.checker');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const within = <T>(work: (tx: Tx) => Promise<T>) => app.database.db.transaction().execute(work);

async function customerWith(amountCents: number): Promise<string> {
  customers += 1;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({
      merchantNo,
      customerName: 'Achieng Wallet',
      phone: `2547777${String(customers).padStart(5, '0')}`,
      idCardNo: '12345678',
    })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  await within((tx) =>
    grantReward(tx, { customerNo, rewardType: 'INVITATION', causeNo: 'friend', amountCents, at: AT }),
  );
  return customerNo;
}
async function end(attemptNo: string, isPaid: boolean): Promise<void> {
  await sendPayout({ db: app.database.db, money: silentMoney, subjects: payoutSubjects, log }, attemptNo);
  const outcome = isPaid
    ? ({ isPaid, channelReference: `W${attemptNo}` } as const)
    : ({ isPaid, failCode: '2001', failReason: 'The initiator information is invalid' } as const);
  await within((tx) => resolveAttempt(tx, payoutSubjects, attemptNo, outcome));
}
const request = (customerNo: string, amountCents: number) =>
  within((tx) => requestWithdrawal(tx, { customerNo, amountCents, at: AT }));
const send = (withdrawNo: string) => within(async (tx) => (await payWithdrawal(tx, withdrawNo, 'send')).attemptNo);
async function failed(amountCents = 300_00): Promise<{ customerNo: string; withdrawNo: string }> {
  const customerNo = await customerWith(500_00);
  const withdrawNo = await request(customerNo, amountCents);
  await end(await send(withdrawNo), false);
  return { customerNo, withdrawNo };
}
/** Balance, hold, and that both are what postings and withdrawals say. */
async function wallet(customerNo: string): Promise<[number, number]> {
  const { rows } = await sql<{ balance: number; held: number; posted: number; waiting: number }>`
    select w.balance_cents as balance, w.held_cents as held,
      (select coalesce(-sum(amount_cents), 0)::bigint from posting
        where account_code = 'WALLET_LIABILITY' and customer_no = w.customer_no) as posted,
      (select coalesce(sum(x.amount_cents), 0)::bigint from wallet_withdrawal x where x.customer_no = w.customer_no
        and (x.withdraw_status in ('REQUESTED', 'FAILED') or x.withdraw_status = 'IN_PROGRESS' and exists
          (select from payout_attempt a where a.subject_type = 'WITHDRAWAL' and a.subject_no = x.withdraw_no
            and a.attempt_status = 'CREATED'))) as waiting
    from wallet w where w.customer_no = ${customerNo}`.execute(app.database.db);
  const [row] = rows;
  if (!row) throw new Error('no wallet');
  expect([row.balance, row.held]).toEqual([row.posted, row.waiting]);
  return [row.balance, row.held];
}

it('rewards a cause once', async () => {
  const customerNo = await customerWith(500_00);
  const again = { customerNo, rewardType: 'INVITATION', causeNo: 'friend', amountCents: 500_00, at: AT } as const;
  expect(await within((tx) => grantReward(tx, again))).toBeNull();
  await expect(within((tx) => grantReward(tx, { ...again, customerNo: 'C999999999' }))).rejects.toMatchObject({
    error: 'CUSTOMER_NOT_FOUND',
  });
  await expect(within((tx) => grantReward(tx, { ...again, amountCents: 0 }))).rejects.toMatchObject({
    error: 'AMOUNT_INVALID',
  });
  expect(await wallet(customerNo)).toEqual([500_00, 0]);
});

it('holds what is requested, pays it once, and keeps the hold of what failed', async () => {
  const customerNo = await customerWith(500_00);
  const withdrawNo = await request(customerNo, 300_00);
  expect(await wallet(customerNo)).toEqual([500_00, 300_00]);
  for (const [amountCents, error] of [
    [300_00, 'WALLET_SHORT'],
    [150, 'WHOLE_SHILLINGS'],
    [0, 'AMOUNT_INVALID'],
    [300_000_00, 'CHANNEL_CAP'],
  ] as const) {
    await expect(request(customerNo, amountCents)).rejects.toMatchObject({ error });
  }
  await end(await send(withdrawNo), false);
  expect(await wallet(customerNo)).toEqual([500_00, 300_00]);
  const retried = (await clerk.post(wallets.retry, { withdrawNo })).data;
  expect(retried.withdrawStatus).toBe('IN_PROGRESS');
  await end(retried.attemptNo, true);
  expect(await wallet(customerNo)).toEqual([200_00, 0]);
  expect((await clerk.post(wallets.retry, { withdrawNo })).data.error).toBe('ILLEGAL_TRANSITION');
  const { data } = await clerk.get(wallets.statement, { customerNo });
  expect(data).toMatchObject({ balanceCents: 200_00, heldCents: 0 });
  expect(
    data.lines.map((line: { amountCents: number; balanceCents: number }) => [line.amountCents, line.balanceCents]),
  ).toEqual([
    [500_00, 500_00],
    [-300_00, 200_00],
    [300_00, 500_00],
    [-300_00, 200_00],
  ]);
  const one = (await clerk.get(wallets.withdrawal, { withdrawNo })).data;
  expect(one.row).toMatchObject({
    withdrawStatus: 'SUCCESS',
    attemptCount: 2,
    allowedActions: [],
    phone: expect.stringContaining('*'),
  });
  expect(one.journalIds).toHaveLength(4);
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
});

it('releases what a failed withdrawal held, with why', async () => {
  const { customerNo, withdrawNo } = await failed();
  const blank = await clerk.post(wallets.cancel, { withdrawNo, reason: ' ' });
  expect(blank.data.fields).toMatchObject([{ field: 'reason' }]);
  const done = await clerk.post(wallets.cancel, { withdrawNo, reason: 'Asked to wait' });
  expect(done.data.withdrawStatus).toBe('CANCELLED');
  expect(await wallet(customerNo)).toEqual([500_00, 0]);
  const { data } = await clerk.post(wallets.withdrawalPage, listOf({ withdrawNo }));
  expect(data.rows).toMatchObject([{ cancelReason: 'Asked to wait', failCode: '2001' }]);
  // From then on the node WITHDRAWAL_CANCELLED knows of it.
  const kept = app.database.db
    .selectFrom('walletWithdrawal')
    .select('cancelledAt')
    .where('withdrawNo', '=', withdrawNo);
  expect((await kept.executeTakeFirstOrThrow()).cancelledAt).toBeInstanceOf(Date);
});

it('exports what the page shows, of the clerk’s merchants alone', async () => {
  const withdrawNo = await request(await customerWith(500_00), 120_00);
  const fileOf = async (who: Person) => {
    const filters = { withdrawNo };
    const { data } = await who.post(wallets.withdrawalExport, { format: 'csv', filters, sort: null });
    await expect.poll(async () => (await who.get(job.detail, { jobNo: data.jobNo })).data.jobStatus).toBe('SUCCESS');
    const { body } = await who.get(job.file, { jobNo: data.jobNo });
    return body.toString().trim().split('\r\n').slice(1);
  };
  const { rows } = (await clerk.post(wallets.withdrawalPage, listOf({ withdrawNo }))).data;
  const [line = '', ...more] = await fileOf(clerk);
  expect(more).toEqual([]);
  const [row] = rows;
  expect(line.split(',').slice(0, 7)).toEqual(
    [withdrawNo, merchantNo, row.customerName, row.phone, row.eWalletAccount, '120.00', 'Requested'].map(String),
  );
  expect(await fileOf(await as(app, 'wallet.elsewhere'))).toEqual([]);
});

it('retries nothing that is in doubt', async () => {
  const customerNo = await customerWith(500_00);
  const withdrawNo = await request(customerNo, 100_00);
  const attemptNo = await send(withdrawNo);
  await sendPayout({ db: app.database.db, money: silentMoney, subjects: payoutSubjects, log }, attemptNo);
  await within((tx) => markUnknown(tx, attemptNo));
  for (const [path, form] of [
    ['retry', {}],
    ['cancel', { reason: 'no' }],
  ] as const) {
    const answer = await clerk.post(`wallet/withdrawal/${path}`, { withdrawNo, ...form });
    expect(answer.data.error).toBe('PAYOUT_LIVE');
  }
  expect(await wallet(customerNo)).toEqual([400_00, 0]);
});

it('takes just the commands of the machine in every state, and changes no row else', async () => {
  const { withdrawNo } = await failed();
  const { db } = app.database;
  for (const state of statesOf(walletWithdrawalMachine)) {
    if (state === 'FAILED') continue;
    await db
      .updateTable('walletWithdrawal')
      .set({ withdrawStatus: state, cancelReason: state === 'CANCELLED' ? 'test' : null })
      .where('withdrawNo', '=', withdrawNo)
      .execute();
    const row = () =>
      db.selectFrom('walletWithdrawal').selectAll().where('withdrawNo', '=', withdrawNo).executeTakeFirstOrThrow();
    const before = await row();
    const retried = await clerk.post(wallets.retry, { withdrawNo });
    const cancelled = await clerk.post(wallets.cancel, { withdrawNo, reason: 'no' });
    expect([retried.data.error, cancelled.data.error]).toEqual(['ILLEGAL_TRANSITION', 'ILLEGAL_TRANSITION']);
    if (state !== 'REQUESTED') await expect(send(withdrawNo)).rejects.toMatchObject({ error: 'ILLEGAL_TRANSITION' });
    expect(await row()).toEqual(before);
  }
  await db
    .updateTable('walletWithdrawal')
    .set({ withdrawStatus: 'FAILED', cancelReason: null })
    .where('withdrawNo', '=', withdrawNo)
    .execute();
});

it('shows beforehand what a retry posts, and hides what is not in the caller’s books', async () => {
  const { withdrawNo, customerNo } = await failed();
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/wallet/withdrawal/retry',
    payload: { withdrawNo },
    headers: { 'auth-token': clerk.token, 'kituo-dry-run': '1' },
  });
  const { data } = reply.json();
  expect(data.postings).toHaveLength(2);
  expect(await wallet(customerNo)).toEqual([500_00, 300_00]);
  const other = await as(app, 'wallet.elsewhere');
  expect((await other.post(wallets.retry, { withdrawNo })).data.error).toBe('WITHDRAWAL_NOT_FOUND');
  expect((await other.get(wallets.statement, { customerNo })).data.error).toBe('CUSTOMER_NOT_FOUND');
  expect((await other.post(wallets.withdrawalPage, listOf())).data.rows).toEqual([]);
  expect((await other.post(wallets.rewardPage, listOf())).data.rows).toEqual([]);
});

it('lets no two requests, and no two retries, have the same money', async () => {
  const customerNo = await customerWith(500_00);
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => request(customerNo, 200_00)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await wallet(customerNo)).toEqual([500_00, 400_00]);
  const { withdrawNo } = await failed();
  const retried = await Promise.all([1, 2, 3].map(() => clerk.post(wallets.retry, { withdrawNo })));
  expect(retried.map(({ data }) => data.error ?? 'done').toSorted()).toEqual([
    'ILLEGAL_TRANSITION',
    'ILLEGAL_TRANSITION',
    'done',
  ]);
});

it('does many in one batch once another person agreed', async () => {
  const [one, two] = [await failed(), await failed(200_00)];
  const withdrawNos = [one.withdrawNo, two.withdrawNo];
  const asked = await clerk.post(wallets.batchCancel, { withdrawNos, reason: 'Float account closed' });
  const { changeNo } = asked.data;
  expect((await clerk.post(change.changeFamilies.walletBatch.approve, { changeNo })).status).toBe(403);
  const { data } = await checker.post(change.changeFamilies.walletBatch.approve, { changeNo });
  const jobNo = fieldOf(data.result, 'jobNo');
  const status = async () => (await checker.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  expect([await wallet(one.customerNo), await wallet(two.customerNo)]).toEqual([
    [500_00, 0],
    [500_00, 0],
  ]);
  const late = await clerk.post(wallets.batchRetry, { withdrawNos, reason: 'Again' });
  expect(late.data.error).toBe('ILLEGAL_TRANSITION');
});

it('tells of wallets that share a payee or were invited one by another, to who sees their merchant', async () => {
  const { db } = app.database;
  const [one, two, alone] = [await customerWith(500_00), await customerWith(300_00), await customerWith(100_00)];
  const ringsOf = async (customerNo: string) => (await clerk.call(wallets.rings, { customerNo })).rings;
  await request(one, 200_00);
  expect(await ringsOf(one)).toEqual([]);
  // Both ask for their money to one phone.
  const { eWalletAccount, payeeName } = await db
    .selectFrom('walletWithdrawal')
    .select(['eWalletAccount', 'payeeName'])
    .where('customerNo', '=', one)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('walletWithdrawal')
    .values({
      customerNo: two,
      merchantNo,
      amountCents: 100,
      eWalletAccount,
      payeeName,
      withdrawStatus: 'CANCELLED',
      cancelReason: 'Not theirs',
    })
    .execute();
  const [ring] = await ringsOf(one);
  expect(ring).toMatchObject({
    because: ['PAYEE'],
    memberCount: 2,
    rewardCents: 800_00,
    balanceCents: 800_00,
    heldCents: 200_00,
  });
  expect(ring?.members.map(({ customerNo }) => customerNo)).toEqual([one, two]);
  for (const { phone } of ring?.members ?? []) expect(phone).toMatch(/\*/);
  // Whoever was invited by one of them belongs to it.
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', alone)
    .executeTakeFirstOrThrow();
  const invited = { customerNo: two, causeNo: phone, inviteePhone: phone, amountCents: 50_00, at: AT };
  await within((tx) => grantReward(tx, { ...invited, rewardType: 'INVITATION' }));
  expect(await ringsOf(alone)).toMatchObject([{ because: ['INVITEE', 'PAYEE'], memberCount: 3 }]);
  const elsewhere = await as(app, 'wallet.elsewhere');
  expect((await elsewhere.call(wallets.rings, {})).rings).toEqual([]);
  expect(await elsewhere.refusalOf(wallets.rings, { customerNo: one })).toMatchObject({ error: 'CUSTOMER_NOT_FOUND' });
});
