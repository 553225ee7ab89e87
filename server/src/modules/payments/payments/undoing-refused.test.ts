import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import type { Tx } from '../../../db/database.ts';
import { applyForChargeOff, cancelChargeOff, decideChargeOff } from '../charge-offs/index.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { applyPayment, lockLoan, receiveFlow, rollBack } from './index.ts';
import { everyRow } from './testing/every-row.ts';

/* What can no longer be undone, because something came after it: refused by its own name, and no row is touched. */

const EXTENSION_CENTS = 300_000;
let database: TestDatabase;
let people: { maker: string; checker: string };
let productNo: string;
let loan: LentLoan;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = await database.db
    .selectFrom('appUser')
    .select('userNo')
    .orderBy('userNo')
    .limit(2)
    .execute();
  people = { maker: maker?.userNo ?? '', checker: checker?.userNo ?? '' };
  productNo = await makeProduct(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  loan = await lend(database.db, { productNo, approvedCents: 500_000, ...people });
});

const within = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work);
/** Noon in Nairobi, so many days after the loan. */
const on = (days: number) =>
  new Date(startOfBusinessDate(addDays(businessDateOf(new Date()), days)).getTime() + 12 * 3_600_000);

async function pay(repayType: 'EXTENSION' | 'GENERIC', amountCents: number, at: Date) {
  serial += 1;
  const { orderNo, merchantNo } = loan;
  const key = `UNDO${serial}`;
  const receipt = {
    merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: key,
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
  } as const;
  await within(async (tx) => {
    await catchUpLoan(tx, orderNo, addDays(businessDateOf(at), -1));
    const { open } = await lockLoan(tx, orderNo, businessDateOf(at));
    const { flowNo } = await receiveFlow(tx, { ...receipt, repayTime: at, receivedAt: at });
    const billNo = repayType === 'GENERIC' ? null : (open[0]?.billNo ?? '');
    const how = { repayType, billNo, acknowledged: ['SURPLUS_TO_CREDIT'], idempotencyKey: key };
    await applyPayment(tx, { ...how, orderNo, flowNo, amountCents, at });
  });
}

const undo = (at: Date) =>
  within((tx) =>
    rollBack(tx, { orderNo: loan.orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey: `undo-${(serial += 1)}`, at }),
  );

async function chargeOff(at: Date): Promise<string> {
  return await within(async (tx) => {
    const locked = await lockLoan(tx, loan.orderNo, businessDateOf(at));
    const billNos = locked.open.map(({ billNo }) => billNo);
    const request = { billNos, reason: 'lost', applicantUserNo: people.maker };
    const chargeOffNo = await applyForChargeOff(tx, locked, request);
    await decideChargeOff(tx, chargeOffNo, locked, { isApproved: true, userNo: people.checker, at });
    return chargeOffNo;
  });
}

async function expectRefused(work: () => Promise<unknown>, error: string): Promise<void> {
  const before = await everyRow(database.db);
  await expect(work()).rejects.toMatchObject({ error });
  expect(await everyRow(database.db)).toEqual(before);
}

it('takes no extension back once anything was charged on its successor', async () => {
  await pay('EXTENSION', EXTENSION_CENTS, on(30));
  await within((tx) => catchUpLoan(tx, loan.orderNo, businessDateOf(on(60))));
  await expectRefused(() => undo(on(61)), 'SUCCESSOR_TOUCHED');
});

it('takes an extension back while nothing came after it', async () => {
  await pay('EXTENSION', EXTENSION_CENTS, on(30));
  expect(await undo(on(30))).toHaveLength(1);
});

it('takes no payment back that a loss was reckoned with', async () => {
  await pay('GENERIC', 10_000, on(100));
  await chargeOff(on(101));
  await expectRefused(() => undo(on(101)), 'CHARGED_OFF_SINCE');
});

it('books no loss of a bill that owes nothing', async () => {
  await pay('GENERIC', 600_000, on(30));
  await database.db.updateTable('bill').set({ billStatus: 'ACTIVE' }).where('orderNo', '=', loan.orderNo).execute();
  await expectRefused(() => chargeOff(on(30)), 'AMOUNT_INVALID');
});

it('takes a loss back in its own month alone', async () => {
  const chargeOffNo = await chargeOff(on(100));
  const takeBack = (at: Date) =>
    within(async (tx) =>
      cancelChargeOff(tx, chargeOffNo, await lockLoan(tx, loan.orderNo, businessDateOf(at)), {
        makerUserNo: people.maker,
        checkerUserNo: people.checker,
        at,
      }),
    );
  await expectRefused(() => takeBack(on(131)), 'PERIOD_CLOSED');
  await takeBack(on(100));
});
