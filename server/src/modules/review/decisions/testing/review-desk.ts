import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { allocateOrder, machineReview, takeApplication } from '../../../lending/orders/index.ts';
import { makeProduct } from '../../../lending/orders/testing/lend.ts';
import { readSnapshot, snapshotReviewConfig } from '../../review-config/index.ts';

export const RIGHTS = ['audit:order:audit', 'audit:order:update', 'audit:attach:upload'];

export const path = (name: string, orderNo: string) => `loans/audit/detail/${name}/${orderNo}`;

/** Orders under review of a merchant, two reviewers, and who confirms another payout account. */
export interface ReviewDesk {
  readonly app: TestApp;
  readonly productNo: string;
  /** By the name a person signs in with. */
  readonly userNos: Readonly<Record<string, string>>;
  readonly reviewer: Person;
  readonly other: Person;
  readonly checker: Person;
  person(name: string, codes: readonly string[]): Promise<Person>;
  /** A new customer's application under review by somebody. */
  underReview(of?: string, appliedCents?: number, product?: string): Promise<UnderReview>;
  /** A form that passes an order, every step answered by its first answer. */
  pass(orderNo: string, more?: object): Promise<DecisionForm>;
  refusal(orderNo: string, more?: object): Promise<DecisionForm>;
  statusOf(orderNo: string): ReturnType<typeof readStatus>;
}

interface UnderReview {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly phone: string;
  readonly name: string;
}

interface DecisionForm {
  readonly auditResult: string;
  readonly steps: readonly { readonly stepName: string; readonly answer: string | null }[];
}

export async function openReviewDesk(): Promise<ReviewDesk> {
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const userNos: Record<string, string> = {};
  let customers = 0;

  async function person(name: string, codes: readonly string[]): Promise<Person> {
    const { userNo } = await addPerson(app.database, name, { codes });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
    userNos[name] = userNo;
    return await as(app, name);
  }

  async function underReview(of = 'first.reviewer', appliedCents = 1_000_000, product = productNo) {
    customers += 1;
    const name = `Wanjiku Test${customers}`;
    const phone = `2547${String(10_000_000 + customers)}`;
    const { customerNo } = await db
      .insertInto('customer')
      .values({ merchantNo: 'M0001', customerName: name, phone, idCardNo: String(30_000_000 + customers) })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const orderNo = await db.transaction().execute(async (tx) => {
      const made = await takeApplication(tx, { customerNo, productNo: product, appliedCents, payee: { phone, name } });
      await machineReview(tx, made, { isPassed: true });
      const order = await allocateOrder(tx, made, userNos[of] ?? '');
      await snapshotReviewConfig(tx, order);
      return made;
    });
    return { orderNo, customerNo, phone, name };
  }

  const answered = async (orderNo: string) => {
    const snapshot = await readSnapshot(db, orderNo);
    return (snapshot?.steps ?? []).map(({ stepName, answers }) => ({ stepName, answer: answers[0] ?? null }));
  };
  const pass = async (orderNo: string, more: object = {}) => ({
    auditResult: 'PASS',
    approvedAmountCents: 1_000_000,
    faceConsistency: 'CONSISTENT',
    changeBankCard: false,
    changePayoutType: false,
    remark: '',
    steps: await answered(orderNo),
    ...more,
  });
  const refusal = async (orderNo: string, more: object = {}) => ({
    auditResult: 'REFUSE',
    faceConsistency: 'CONSISTENT',
    refuseCode: 'R05',
    remark: 'Income does not carry it',
    steps: await answered(orderNo),
    ...more,
  });

  return {
    app,
    productNo,
    userNos,
    reviewer: await person('first.reviewer', RIGHTS),
    other: await person('second.reviewer', RIGHTS),
    checker: await person('payout.checker', [...RIGHTS, 'audit:payoutChange:approve']),
    person,
    underReview,
    pass,
    refusal,
    statusOf: (orderNo) => readStatus(app, orderNo),
  };
}

const readStatus = async (app: TestApp, orderNo: string) =>
  await app.database.db
    .selectFrom('loanOrder')
    .select(['orderStatus', 'auditorUserNo', 'leaseEndsAt', 'openedAt', 'approvedCents', 'coolOffUntil'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
