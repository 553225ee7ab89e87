import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createLogger } from '../../platform/health/index.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { sendPassedOrders } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('sends an order with the next round where somebody else had its rows at that moment: no alarm', async () => {
  const { database, services } = app;
  const { db } = database;
  const people = {
    maker: (await addPerson(database, 'send.maker')).userNo,
    checker: (await addPerson(database, 'send.checker')).userNo,
  };
  const productNo = await makeProduct(db);
  const { orderNo } = await approved(db, { productNo, approvedCents: 300_000, ...people });
  const auditTime = new Date(Date.now() - 600_000);
  await db.updateTable('loanOrder').set({ auditTime }).where('orderNo', '=', orderNo).execute();
  const { gateways } = services.engine;
  const money = gateways.money ?? ({} as never);
  const engine = { ...services.engine, gateways: { ...gateways, money }, send: async () => await Promise.resolve() };
  const round = async () => {
    await sendPassedOrders(db, { ...services, engine }, createLogger('silent'));
    const order = db.selectFrom('loanOrder').where('orderNo', '=', orderNo);
    const { orderStatus } = await order.select('orderStatus').executeTakeFirstOrThrow();
    const alarms = db.selectFrom('warning').where('sourceKey', '=', orderNo);
    return { orderStatus, alarms: await alarms.select('subject').execute() };
  };
  await sql`create function lose_race() returns trigger language plpgsql as $$
    begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(db);
  await sql`create trigger lost_race before insert on payout_attempt execute function lose_race()`.execute(db);
  expect(await round()).toEqual({ orderStatus: 'PENDING_DISBURSEMENT', alarms: [] });
  await sql`drop trigger lost_race on payout_attempt`.execute(db);
  expect(await round()).toEqual({ orderStatus: 'DISBURSING', alarms: [] });
});
