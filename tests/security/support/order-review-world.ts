import { createHash } from 'node:crypto';
import { file, reReview, retrieval, reviewConfig } from '@kituo/sdk/contracts';
import type { Database } from '../../../server/src/db/database.ts';
import { applyFor } from '../../../server/src/modules/review/order-lists/testing/application.ts';
import { allocateOrder } from '../../../server/src/modules/lending/orders/index.ts';
import { addPerson, type TestApp } from '../../../server/testing/test-app.ts';
import { as, type Person } from '../../../server/testing/test-calls.ts';
import { RE_REVIEW_RULES, type Subject } from './order-review-calls.ts';

/** Numbers that nothing has. */
export const NOBODYS: Readonly<Record<Subject, string>> = {
  order: 'LO9999999999',
  refused: 'LO9999999998',
  changed: 'LO9999999997',
  person: 'U999999',
  merchant: 'M9999',
  batch: 'RB9999999999',
  rules: '999999999',
  reRules: 'M9999 999999999',
  change: 'CR9999999999',
  attachment: 'AT9999999999',
};

/** Up to two orders of a merchant in a state. */
async function pick(db: Database, merchantNo: string, orderStatus: 'TO_ALLOCATE' | 'REFUSED'): Promise<string[]> {
  const found = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('merchantNo', '=', merchantNo)
    .where('orderStatus', '=', orderStatus)
    .orderBy('orderNo', 'desc')
    .limit(2)
    .execute();
  return found.map(({ orderNo }) => orderNo);
}

/** One more application of a merchant that waits for a reviewer. */
async function oneMore(db: Database, merchantNo: string): Promise<string> {
  const { productNo } = await db
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .orderBy('productNo')
    .executeTakeFirstOrThrow();
  return await applyFor(db, { productNo, merchantNo, customerName: 'Zuhura Changed' });
}

/** A person with a reviewer's record and every page and code there is, in one merchant, masked. */
async function everything({ database }: TestApp, userName: string, merchantNo: string): Promise<string> {
  const { db } = database;
  const rightsOf = async (table: 'rolePage' | 'roleCode', column: 'pagePath' | 'code') => {
    const rows = await db.selectFrom(table).select(column).distinct().execute();
    return rows.map((row) => String(Object.values(row)[0]));
  };
  const { userNo, roleNo } = await addPerson(database, userName, {
    pages: await rightsOf('rolePage', 'pagePath'),
    codes: await rightsOf('roleCode', 'code'),
  });
  await db
    .updateTable('role')
    .set({ isDesensitization: true, addressBookHide: false, revealFields: ['phone'] })
    .where('roleNo', '=', roleNo)
    .execute();
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const record = { personnelKind: 'AUDITOR' as const, userNo };
  await db.insertInto('personnel').values(record).execute();
  await db
    .insertInto('personnelMerchant')
    .values({ ...record, merchantNo })
    .execute();
  return userNo;
}

async function attachmentOf(admin: Person, orderNo: string): Promise<string> {
  const content = Buffer.from('%PDF-1.4\n%%EOF\n');
  const { data } = await admin.post(file.uploadAttach, {
    fileName: 'payslip.pdf',
    content: content.toString('base64'),
    md5: createHash('md5').update(content).digest('hex'),
    subjectType: 'order',
    subjectNo: orderNo,
  });
  return data.attachId;
}

/** A pass to another account by the person who has the order; it awaits approval. */
async function waitingChange(db: Database, by: Person, orderNo: string, evidenceAttachId: string) {
  const at = (name: string) => `loans/audit/detail/${name}/${orderNo}`;
  const { data: panel } = await by.post(at('open'), {});
  const { customerName } = await db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select('customerName')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const steps = panel.steps.map(({ stepName, answers }: { stepName: string; answers: string[] }) => ({
    stepName,
    answer: answers[0],
  }));
  const { data } = await by.post(at('audit'), {
    auditResult: 'PASS',
    approvedAmountCents: 1e5,
    faceConsistency: 'CONSISTENT',
    steps,
    changeBankCard: true,
    changePayoutType: false,
    payee: {
      payoutType: panel.payee.payoutType,
      payoutSubType: panel.payee.payoutSubType,
      accountName: customerName,
      phone: '254799000111',
      evidenceAttachId,
    },
  });
  return String(data.changeNo);
}

async function rulesOf(admin: Person, merchantNo: string): Promise<string> {
  const { data } = await admin.post(reviewConfig.save, {
    tab: 'STEPS',
    scope: {
      merchantNo,
      productNo: null,
      loanType: null,
    },
    value: [
      {
        stepName: 'Of a test',
        required: true,
        evidenceTab: 'BVN',
        answers: ['CONFIRMED'],
      },
    ],
    effectiveFrom: '2098-01-01',
    reason: 'A test',
  });
  return data.configNo;
}

/** Rules of re-review that wait: `M0001 123`. */
async function reRulesOf(admin: Person, merchantNo: string): Promise<string> {
  const request = {
    merchantNo,
    rules: RE_REVIEW_RULES,
    effectiveFrom: '2098-01-01',
    reason: 'A test',
  };
  const { data } = await admin.post(reReview.configSave, request);
  return `${merchantNo} ${data.next.configNo}`;
}

/** A masked reviewer of one merchant with one of everything that calls are about. */
export async function subjectsOf(app: TestApp, userName: string, merchantNo: string): Promise<Record<Subject, string>> {
  const { db } = app.database;
  const person = await everything(app, userName, merchantNo);
  const [admin, by] = [await as(app, 'admin'), await as(app, userName)];
  const [order = ''] = await pick(db, merchantNo, 'TO_ALLOCATE');
  const [refused = '', returned = ''] = await pick(db, merchantNo, 'REFUSED');
  const changed = await oneMore(db, merchantNo);
  await db.transaction().execute(async (tx) => {
    for (const orderNo of [order, changed]) await allocateOrder(tx, orderNo, person);
  });
  const { data } = await admin.post(retrieval.submit, {
    orderNos: [returned],
    targetStatus: 'PENDING_REVIEW',
    reason: 'A test',
  });
  const evidence = await attachmentOf(admin, changed);
  return {
    order,
    refused,
    person,
    merchant: merchantNo,
    batch: String(data.batchNo),
    rules: await rulesOf(admin, merchantNo),
    reRules: await reRulesOf(admin, merchantNo),
    change: await waitingChange(db, by, changed, evidence),
    changed,
    attachment: await attachmentOf(admin, order),
  };
}
