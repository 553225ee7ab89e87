import { orderDetail } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { openCredit, settleCredits } from '../../lending/credit/index.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let reader: Person;
let people: { maker: string; checker: string };
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const add = async (name: string) => {
    const { userNo, roleNo } = await addPerson(app.database, name);
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    return userNo;
  };
  people = { maker: await add('part.maker'), checker: await add('part.checker') };
  reader = await as(app, 'part.maker');
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('shows the temporary part of a limit while it lasts, and leaves what was approved by it as it is', async () => {
  const { db } = app.database;
  const { orderNo, customerNo, merchantNo } = await approved(db, {
    productNo: await makeProduct(db),
    approvedCents: 12_000_00,
    ...people,
  });
  const line = { creditType: 'REVOLVING', limitCents: 10_000_00, grantedAt: new Date(), expiresAt: null } as const;
  await db.transaction().execute((tx) => openCredit(tx, { customerNo, ...line }));
  await settleCredits(db, new Date());
  const task = { merchantNo, taskName: 'School fees', amountCents: 3_000_00, validDays: 14, reason: 'Season' };
  const { taskNo } = await db
    .insertInto('temporaryCreditTask')
    .values({
      ...task,
      effectiveOn: businessDateOf(new Date()),
      taskStatus: 'APPROVED',
      makerUserNo: people.maker,
      auditorUserNo: people.checker,
    })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  const hour = 3_600_000;
  const [effectiveAt, expiresAt] = [new Date(Date.now() - 2 * hour), new Date(Date.now() + hour)];
  await db
    .insertInto('temporaryCredit')
    .values({ taskNo, merchantNo, customerNo, amountCents: 3_000_00, creditStatus: 'GRANTED', effectiveAt, expiresAt })
    .execute();
  const file = async () => await reader.call(orderDetail.entry, { orderNo });
  expect((await file()).details?.credit).toMatchObject({
    limitCents: 13_000_00,
    temporaryCents: 3_000_00,
    remainingCents: 1_000_00,
  });
  await db.deleteFrom('temporaryCredit').where('taskNo', '=', taskNo).execute();
  const over = await file();
  expect(over.details?.credit).toMatchObject({ limitCents: 10_000_00, temporaryCents: 0, remainingCents: 0 });
  expect(over.header).toMatchObject({ approvedAmountCents: 12_000_00, orderStatus: 'PENDING_DISBURSEMENT' });
});
