import type { Database, Tx } from '../db/database.ts';
import { newAccount } from '../modules/payments/accounts/index.ts';
import { keyIdAt } from '../modules/payments/payment-links/index.ts';
import { checkDigitOf } from '../modules/payments/payments/index.ts';
import { addDays, businessDateOf, lapseOfBusinessDate, startOfBusinessDate } from '../modules/platform/policy/index.ts';

const RANGE = { rangeFrom: '700000', rangeTo: '799999' };
/** Loans with a number; the first of them have links, too. */
const NUMBERED = 12;

/**
 * A receiving account of virtual numbers, the numbers of some loans, and a payment link in each state. Nothing where
 * such an account is known.
 */
export async function seedPaymentLinks(db: Database, now: Date): Promise<void> {
  const known = await db
    .selectFrom('repayAccount')
    .select('accountId')
    .where('codeRule', '=', 'VIRTUAL')
    .executeTakeFirst();
  const maker = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .executeTakeFirst();
  if (known || !maker) return;
  const loans = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'customerNo'])
    .where('orderStatus', '=', 'DISBURSED')
    .orderBy('lendingTime', 'desc')
    .limit(NUMBERED)
    .execute();
  await db.transaction().execute(async (tx) => {
    const accountId = await virtualNumbers(tx);
    for (const [index, { orderNo, merchantNo }] of loans.entries()) {
      const body = String(Number(RANGE.rangeFrom) + index);
      const virtualNo = body + checkDigitOf(body);
      await tx
        .insertInto('virtualAccount')
        .values({ virtualNo, orderNo, merchantNo, accountId, madeBy: maker.userNo })
        .execute();
    }
    await links(tx, loans, maker.userNo, now);
  });
}

async function virtualNumbers(tx: Tx): Promise<string> {
  const made = await newAccount(tx, 'Virtual numbers');
  await tx
    .insertInto('repayAccount')
    .values({
      ...made,
      ...RANGE,
      bankCode: 'MPESA',
      branch: 'Nairobi',
      accountName: 'Virtual numbers',
      shortCode: '600200',
      paymentChannel: 'MPESA',
      codeRule: 'VIRTUAL',
      minCents: 100_00,
      maxCents: 250_000_00,
    })
    .execute();
  return made.accountId;
}

interface Loan {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly customerNo: string;
}

/** Of each loan one: paid, revoked and expired yesterday, open today. */
async function links(tx: Tx, loans: readonly Loan[], madeBy: string, now: Date): Promise<void> {
  const today = businessDateOf(now);
  const yesterday = addDays(today, -1);
  const at = (hours: number) => new Date(startOfBusinessDate(yesterday).getTime() + hours * 3_600_000);
  const shared = { accountId: 'MPESA_PAYBILL', amountCents: 1_000_00, madeBy };
  const past = { ...shared, createdAt: at(10), expiresAt: lapseOfBusinessDate(yesterday), keyId: keyIdAt(at(10)) };
  const states = [
    { ...past, linkStatus: 'PAID', paidAt: at(11) },
    { ...past, linkStatus: 'REVOKED', revokedAt: at(11), revokedBy: madeBy },
    { ...past, linkStatus: 'OPEN' },
    {
      ...shared,
      createdAt: startOfBusinessDate(today),
      expiresAt: lapseOfBusinessDate(today),
      keyId: keyIdAt(now),
      linkStatus: 'OPEN',
    },
  ] as const;
  for (const [index, state] of states.entries()) {
    const loan = loans[index];
    if (loan) {
      await tx
        .insertInto('paymentLink')
        .values({ ...state, ...loan })
        .execute();
    }
  }
}
