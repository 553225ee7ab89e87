import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { attachCertificate } from '../../../../../testing/test-attachments.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { previewing } from '../../../../../testing/test-previews.ts';
import { askGate } from '../../contacts/index.ts';

export const PAGES = ['/AdminContent/CustomerServiceSystem/CustomerFeedback'];
const CODES = ['save', 'handle', 'dispute'].map((action) => `customerService:feedback:${action}`);
export const FORMS: Readonly<Record<string, object>> = {
  take: {},
  assign: { handlerUserNo: '', reason: 'Knows the customer' },
  note: { note: 'Rang back' },
  finish: { result: 'EXPLAINED', replyContent: 'The second one was another bill.' },
  dispute: { disputed: 'Says it was never lent' },
};

/** People who handle feedback, one who lifts disputes, one of another merchant and one with a small reveal budget; customers who complain. */
export async function feedbackDesk() {
  let customers = 0;
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const add = async (name: string, codes = CODES, isHere = true): Promise<string> => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES, dailyRevealBudget: 200 });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  await add('fb.agent');
  const otherUserNo = await add('fb.other');
  const certificate = { attachmentNo: 'AT000009', subjectType: 'serviceVoucher', subjectNo: merchantNo };
  await attachCertificate(db, { ...certificate, userNo: otherUserNo });
  await add('fb.checker', ['merchant:blacklist:audit']);
  await add('fb.elsewhere', CODES, false);
  const blind = { codes: CODES, pages: PAGES, dailyRevealBudget: 1 };
  const { userNo } = await addPerson(app.database, 'fb.blind', blind);
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const agent = previewing(app, await as(app, 'fb.agent'));
  const [other, checker, elsewhere] = [
    await as(app, 'fb.other'),
    await as(app, 'fb.checker'),
    await as(app, 'fb.elsewhere'),
  ] as const;

  const call = (action: string, form: object, who: Person = agent) =>
    who.post(`customerServiceCenter/feedback/${action}`, form);
  async function opened(more: object = {}) {
    customers += 1;
    const phone = `2547444${String(customers).padStart(5, '0')}`;
    const { customerNo } = await app.database.db
      .insertInto('customer')
      .values({ merchantNo, customerName: 'Njeri Feedback', phone, idCardNo: '34567891' })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const form = { phone, source: 'CALL', category: 'CHARGES', severity: 'MEDIUM', content: 'Charged twice', ...more };
    const { feedbackNo } = (await call('save', form)).data;
    return { feedbackNo, customerNo, phone, form };
  }
  const gate = async (phone: string, customerNo: string) => {
    const question = {
      phone,
      customerNo,
      merchantNo,
      purpose: 'COLLECTION',
      channel: 'CALL',
      at: new Date('2026-06-10T09:00:00Z'),
    } as const;
    const answer = await askGate(app.database.db, question);
    return answer.isAllowed ? null : answer.error;
  };

  return { checker, app, elsewhere, agent, other, merchantNo, otherUserNo, call, opened, gate };
}
export type FeedbackDesk = Awaited<ReturnType<typeof feedbackDesk>>;
