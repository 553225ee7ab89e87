import type { Database } from '../../../../db/database.ts';
import { machineReview, takeApplication } from '../../../lending/orders/index.ts';

let applications = 0;

export interface Applicant {
  readonly productNo: string;
  readonly merchantNo?: string;
  readonly customerName?: string;
  readonly phone?: string;
  readonly idCardNo?: string;
  readonly appliedCents?: number;
  readonly at?: Date;
  readonly verdict?: 'PASSED' | 'REFUSED' | 'NONE';
}

/** An application of a new customer that the machine let through, unless said otherwise. Answers its number. */
export async function applyFor(db: Database, applicant: Applicant): Promise<string> {
  applications += 1;
  const { productNo, merchantNo = 'M0001', appliedCents = 500_000 } = applicant;
  const { customerName = 'Wanjiku Test', verdict = 'PASSED', at } = applicant;
  const phone = applicant.phone ?? `2547${String(20_000_000 + applications)}`;
  const idCardNo = applicant.idCardNo ?? String(30_000_000 + applications);
  const { customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo, customerName, phone, idCardNo })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return await db.transaction().execute(async (tx) => {
    const payee = { phone, name: customerName };
    const when = at && { at };
    const orderNo = await takeApplication(tx, {
      customerNo,
      productNo,
      appliedCents,
      payee,
      ...when,
    });
    if (verdict !== 'NONE') {
      const isPassed = verdict === 'PASSED';
      const judged = isPassed ? { isPassed } : { isPassed, refuseCode: 'M104' };
      await machineReview(tx, orderNo, judged, { ...when });
    }
    return orderNo;
  });
}

/** A product of a merchant with the terms of the first merchant's. */
export async function productOf(db: Database, merchantNo: string, like: string): Promise<string> {
  const { productNo } = await db
    .insertInto('loanProduct')
    .values({ merchantNo, productName: `Loan of ${merchantNo}` })
    .returning('productNo')
    .executeTakeFirstOrThrow();
  const { terms } = await db
    .selectFrom('loanProductVersion')
    .select('terms')
    .where('productNo', '=', like)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('loanProductVersion')
    .values({ productNo, versionNo: 1, effectiveFrom: '2020-01-01', terms: JSON.stringify(terms) })
    .execute();
  return productNo;
}
