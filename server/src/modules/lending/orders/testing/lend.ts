import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { createLogger } from '../../../platform/health/index.ts';
import type { MoneyGateway } from '../../../platform/gateways/index.ts';
import { resolveAttempt, sendPayout } from '../../payouts/index.ts';
import {
  allocateOrder,
  disburseOrder,
  loanPayout,
  machineReview,
  passOrder,
  type ProductTerms,
  takeApplication,
} from '../index.ts';

export const SUBJECTS = { LOAN: loanPayout };

const TERMS: ProductTerms = {
  minPrincipalCents: 100_000,
  maxPrincipalCents: 5_000_000,
  termDays: 30,
  installments: 1,
  dailyInterestBps: 10,
  serviceFeeBps: 500,
  managementFeeBps: 200,
  exciseBps: 2_000,
  feeTiming: 'ON_DUE',
  lateFeeBps: 100,
  graceDays: 0,
  extensionRateBps: 50,
  extensionDays: 14,
  maxRollovers: 3,
  extendsFromDueDate: false,
  collectionScope: 'ORDER',
};

/** A product of the first merchant; its terms are those above but for `terms`. */
export async function makeProduct(db: Database, terms: Partial<ProductTerms> = {}): Promise<string> {
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { productNo } = await db
    .insertInto('loanProduct')
    .values({ merchantNo, productName: 'Test loan' })
    .returning('productNo')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('loanProductVersion')
    .values({
      productNo,
      versionNo: 1,
      effectiveFrom: '2020-01-01',
      terms: JSON.stringify({ ...TERMS, ...terms }),
    })
    .execute();
  return productNo;
}

export interface LentLoan {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly attemptNo: string;
}

/** A channel that takes every order on and says nothing more. */
export const silentMoney: MoneyGateway = {
  pay: async ({ attemptNo }) => ({ conversationId: null, originatorConversationId: attemptNo }),
  moveOwn: async ({ attemptNo }) => ({ conversationId: null, originatorConversationId: attemptNo }),
  askStatus: async () => ({ conversationId: null, originatorConversationId: 'asked' }),
  reverse: async () => ({ conversationId: null, originatorConversationId: 'reversed' }),
  askBalance: async ({ queryNo }) => ({ conversationId: null, originatorConversationId: queryNo }),
  requestPayment: async ({ requestNo }) => ({ requestId: `requested-${requestNo}` }),
  pullReceipts: async () => [],
  askPayment: async () => ({ is: 'PENDING', code: '4999', reason: 'still asking' }),
  registerReceipts: async () => undefined,
};

export interface LoanFacts {
  readonly productNo: string;
  readonly approvedCents: number;
  readonly maker: string;
  readonly checker: string;
}

/** An order of a new customer, passed and ready to be paid out. */
export async function approved(db: Database, facts: LoanFacts): Promise<Omit<LentLoan, 'attemptNo'>> {
  const { productNo, approvedCents, maker, checker } = facts;
  const { merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  const { customerNo } = await db
    .insertInto('customer')
    .values({
      merchantNo,
      customerName: 'Wanjiku Test',
      phone: sql<string>`'2547' || lpad((random() * 99999999)::int::text, 8, '0')`,
      idCardNo: '23456789',
    })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const orderNo = await db.transaction().execute(async (tx) => {
    const payee = { phone: '254712345678', name: 'Wanjiku Test' };
    const order = { customerNo, productNo, appliedCents: approvedCents, payee };
    const made = await takeApplication(tx, order);
    await machineReview(tx, made, { isPassed: true });
    await allocateOrder(tx, made, maker, { userNo: checker });
    await passOrder(tx, made, { approvedCents }, { userNo: maker });
    return made;
  });
  return { orderNo, customerNo, merchantNo };
}

/** A loan of a new customer, through every step of the engine, paid out. */
export async function lend(db: Database, facts: LoanFacts): Promise<LentLoan> {
  const made = await approved(db, facts);
  const people = { makerUserNo: facts.maker, checkerUserNo: facts.checker };
  const attemptNo = await db.transaction().execute((tx) => disburseOrder(tx, made.orderNo, people));
  const runner = { db, money: silentMoney, subjects: SUBJECTS, log: createLogger('silent') };
  await sendPayout(runner, attemptNo);
  const outcome = { isPaid: true, channelReference: `T${attemptNo}` } as const;
  await db.transaction().execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, outcome));
  return { ...made, attemptNo };
}
