import { dataRequest } from '@kituo/sdk/contracts';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { businessDateOf } from '../../../platform/policy/index.ts';

/** A customer of a test, by what an erasure must leave nowhere. */
export interface Subject {
  readonly customerNo: string;
  readonly customerName: string;
  readonly phone: string;
  readonly idCardNo: string;
}
type Kind = dataRequest.DataRequestRow['requestKind'];

const PAGES = ['/AdminContent/CustomerServiceSystem/CustomerManage'];
const CODES = ['dataRequest:save', 'dataRequest:handle', 'customer:close', 'customer:export'];

/** The real application with two people of a merchant, one of none, and customers to make requests for. */
export interface SubjectDesk extends AsyncDisposable {
  readonly app: TestApp;
  readonly merchantNo: string;
  readonly agent: Person;
  readonly other: Person;
  readonly elsewhere: Person;
  customer(): Promise<Subject>;
  /** A customer with a loan that is owed, or was paid back today or so many years ago. */
  borrower(orderStatus: 'DISBURSED' | 'CLOSED', yearsAgo?: number): Promise<Subject>;
  /** A request that is recorded, and the person known to be who they say. */
  verified(customerNo: string, kind: Kind): Promise<string>;
}

export const requestForm = (customerNo: string, requestKind: Kind, receivedOn = businessDateOf(new Date())) => ({
  customerNo,
  requestKind,
  requestChannel: 'LETTER' as const,
  receivedOn,
  statement: 'As my letter says',
});

export async function openSubjectDesk(): Promise<SubjectDesk> {
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow();
  const codes = CODES.map((code) => `customerService:${code}`);
  const add = async (name: string, isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  const [agent, other, elsewhere] = [await add('dr.agent'), await add('dr.other'), await add('dr.elsewhere', false)];
  let number = 0;
  const customer = async (): Promise<Subject> => {
    number += 1;
    const facts = {
      customerName: `Zipporah Nyakundi ${number}`,
      phone: `2547199887${String(number).padStart(2, '0')}`,
      idCardNo: `918273${String(number).padStart(2, '0')}`,
    };
    const { customerNo } = await db
      .insertInto('customer')
      .values({ merchantNo, ...facts, county: 'Kisumu', employer: 'Zeta Mills', birthDate: '1990-02-03' })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    return { customerNo, ...facts };
  };
  const borrower: SubjectDesk['borrower'] = async (orderStatus, yearsAgo = 0) => {
    const subject = await customer();
    const { productNo } = await db
      .insertInto('loanProduct')
      .values({ merchantNo, productName: `Product ${number}` })
      .returning('productNo')
      .executeTakeFirstOrThrow();
    const version = { productNo, versionNo: 1, effectiveFrom: '2020-01-01', terms: '{}' };
    await db.insertInto('loanProductVersion').values(version).execute();
    const at = new Date(Date.now() - yearsAgo * 366 * 86_400_000);
    const { orderNo } = await db
      .insertInto('loanOrder')
      .values({
        merchantNo,
        customerNo: subject.customerNo,
        productNo,
        productVersionNo: 1,
        terms: '{}',
        loanType: 'FIRST',
        appliedCents: 100_000,
        orderStatus,
        collectionScope: 'BILL',
        repaymentCode: `ZZDR${String(number).padStart(4, '0')}`,
        payeePhone: subject.phone,
        payeeName: subject.customerName,
        lendingTime: at,
        closedAt: orderStatus === 'CLOSED' ? at : null,
      })
      .returning('orderNo')
      .executeTakeFirstOrThrow();
    for (const topic of ['PERSON', 'CONTACTS'] as const) {
      const content = JSON.stringify([{ name: subject.customerName, phone: subject.phone }]);
      await db.insertInto('orderEvidence').values({ orderNo, topic, content, deliveredAt: at }).execute();
    }
    return subject;
  };
  return {
    app,
    merchantNo,
    agent,
    other,
    elsewhere,
    customer,
    borrower,
    async verified(customerNo, kind) {
      const { requestNo } = await agent.call(dataRequest.save, requestForm(customerNo, kind));
      await agent.call(dataRequest.verify, { requestNo, identityCheck: 'ID_DOCUMENT' });
      return requestNo;
    },
    [Symbol.asyncDispose]: async () => await app[Symbol.asyncDispose](),
  };
}
