import { randomUUID } from 'node:crypto';
import { change, flow } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { mpesaEnvironment } from '../../../../../tests/support/mpesa-environment.ts';
import { freePort } from '../../../free-port.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { receiveFlow } from '../payments/index.ts';

/* What two people ask for goes over the wire automatically, and its end comes back to the whole application. */

let sandbox: Sandbox;
let app: TestApp;
let maker: Person;
let checker: Person;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 3 });
  const port = await freePort();
  app = await createTestApp({
    content: 'seeded',
    env: {
      KITUO_PUBLIC_URL: `http://127.0.0.1:${port}`,
      KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
      ...mpesaEnvironment(sandbox),
    },
  });
  await app.http.listen({ host: '127.0.0.1', port });
  const codes = ['afterLoan:flow:reverse', 'afterLoan:flow:audit'];
  const pages = ['/AdminContent/AfterLoanSystem/FlowRecordSupplement'];
  const people: Person[] = [];
  for (const name of ['wire.maker', 'wire.checker']) {
    const { roleNo } = await addPerson(app.database, name, { pages, codes });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    people.push(await as(app, name));
  }
  const [first, second] = people;
  if (!first || !second) throw new Error('nobody signed in');
  [maker, checker] = [first, second];
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

it.each([
  ['REVERSED', 0, 'SUCCESS'],
  ['RECEIVED', 1, 'FAILED'],
] as const)('ends %s', async (flowStatus, failure, attemptStatus) => {
  const { db } = app.database;
  const paid = await sandbox.payIn({ phone: '254733000111', amount: '640', reference: 'a shop' });
  if ('refused' in paid) throw new Error('the payment was refused');
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const { flowNo } = await db.transaction().execute(
    async (tx) =>
      await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: paid.receipt,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 64_000,
        repayTime: new Date(),
      }),
  );
  sandbox.change({ failure });
  const request = { flowNo, reason: 'Paid to us by mistake' };
  const key = randomUUID();
  const asked = await maker.post(flow.requestReversal, request, key);
  expect((await maker.post(flow.requestReversal, request, key)).data).toEqual(asked.data);
  const { changeNo } = asked.data;
  expect((await checker.post(change.changeFamilies.flow.approve, { changeNo })).code).toBe(0);
  const stored = async () => ({
    ...(await db
      .selectFrom('paymentFlow')
      .select(['flowStatus', 'heldCents'])
      .where('flowNo', '=', flowNo)
      .executeTakeFirstOrThrow()),
    ...(await db
      .selectFrom('payoutAttempt')
      .select('attemptStatus')
      .where('subjectNo', '=', flowNo)
      .executeTakeFirstOrThrow()),
  });
  await expect.poll(stored, { interval: 50 }).toEqual({ flowStatus, heldCents: 0, attemptStatus });
  const orders = sandbox.book.transactions.filter(({ reference }) => reference === paid.receipt);
  expect(orders.map(({ kind, amount }) => [kind, amount])).toEqual([['REVERSAL', '640']]);
});
