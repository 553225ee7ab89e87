import { product } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { fieldMessages } from '../../../http/validate.ts';
import type { ConfigFamily } from '../../platform/configuration/index.ts';
import { isAllocationOrder } from '../../platform/ledger/index.ts';
import { planRepayment, type ProductTerms, rateFieldOf, refuseAboveCaps } from '../orders/index.ts';
import { type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { readProduct, versionsInForce } from './store.ts';

const { shape } = product.productTerms;
const DAYS_A_MONTH = 30;
const wholeShillings = z.multipleOf(100, 'WHOLE_SHILLINGS');

/** What a new version may say: what orders carry already may be wider. */
const termsForm = z.strictObject({
  ...shape,
  minPrincipalCents: shape.minPrincipalCents.check(wholeShillings),
  maxPrincipalCents: shape.maxPrincipalCents.check(wholeShillings),
  stepCents: z.optional(z.int().check(z.minimum(100, 'At least KES 1'), wholeShillings)),
  termDays: z.int().check(z.minimum(1, 'At least 1'), z.maximum(365, 'At most 365')),
  termMonths: z.optional(z.int().check(z.minimum(1, 'At least 1'), z.maximum(12, 'At most 12'))),
  startGraceDays: z.optional(z.int().check(z.minimum(0), z.maximum(90, 'At most 90'))),
  installments: z.int().check(z.minimum(1, 'At least 1'), z.maximum(12, 'At most 12')),
  graceDays: z.int().check(z.minimum(0), z.maximum(30)),
  extensionDays: z.int().check(z.minimum(1, 'At least 1'), z.maximum(90)),
  maxRollovers: z.int().check(z.minimum(0), z.maximum(12, 'At most 12')),
  coolOffDays: z.optional(z.int().check(z.minimum(0), z.maximum(365, 'At most 365'))),
});

/** `M0001_PR0001`: subjects begin with the merchant, so that scopes hold for them. */
export const subjectOf = (one: { readonly merchantNo: string; readonly productNo: string }) =>
  `${one.merchantNo}_${one.productNo}`;

/** @throws AppError REFERENCE_UNKNOWN where no such product is that merchant's. */
async function productOf(db: Queryable, subjectNo: string): Promise<string> {
  const productNo = subjectNo.split('_')[1] ?? '';
  const found = await db
    .selectFrom('loanProduct')
    .select(['productNo', 'merchantNo'])
    .where('productNo', '=', productNo)
    .executeTakeFirst();
  if (!found || subjectOf(found) !== subjectNo) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  }
  return productNo;
}

/** What no form can say of one field alone. Pure. */
export function faultsOfTerms(terms: ProductTerms): { field: string; msg: string }[] {
  const faults: { field: string; msg: string }[] = [];
  const { minPrincipalCents, maxPrincipalCents, stepCents, installments, termDays, allocationOrder } = terms;
  if (minPrincipalCents > maxPrincipalCents) {
    faults.push({ field: 'value.maxPrincipalCents', msg: 'Cannot be below the minimum' });
  }
  if (stepCents !== undefined && (maxPrincipalCents - minPrincipalCents) % stepCents !== 0) {
    faults.push({ field: 'value.stepCents', msg: 'Whole steps from the minimum to the maximum' });
  }
  const { termMonths, rateUnit = 'DAILY', dailyInterestBps, interestBps } = terms;
  if (termMonths !== undefined && termMonths % installments !== 0) {
    faults.push({ field: 'value.installments', msg: 'Whole months for each instalment' });
  }
  if (termMonths !== undefined && termDays !== termMonths * DAYS_A_MONTH) {
    faults.push({ field: 'value.termDays', msg: '30 days for each month' });
  }
  if (rateUnit === 'DAILY' ? interestBps !== undefined : interestBps === undefined) {
    faults.push({ field: 'value.interestBps', msg: 'One rate, by the day, month or year' });
  }
  if (rateUnit !== 'DAILY' && dailyInterestBps !== 0) {
    faults.push({ field: 'value.dailyInterestBps', msg: 'One rate, by the day, month or year' });
  }
  if (installments > termDays) {
    faults.push({ field: 'value.installments', msg: 'At least 1 day per term' });
  }
  if (allocationOrder && !isAllocationOrder(allocationOrder)) {
    faults.push({ field: 'value.allocationOrder', msg: 'Each component once' });
  }
  if (faults.length > 0) return faults;
  try {
    planRepayment(minPrincipalCents, terms, '2026-01-01');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const isFee = /fees/.test(error.message);
    faults.push(
      isFee
        ? { field: 'value.serviceFeeBps', msg: 'The fees exceed the payout' }
        : { field: `value.${rateFieldOf(terms)}`, msg: 'An instalment would repay no principal' },
    );
  }
  return faults;
}

/** Nothing new is priced by a cap of the past. */
function notBeforeToday(day: BusinessDate): BusinessDate {
  const today = businessDateOf(new Date());
  return day < today ? today : day;
}

/**
 * Refuses terms that no version may have, each fault beside its field below `under`.
 * @throws AppError BAD_REQUEST, and for a price as `refuseAboveCaps`
 */
export async function refuseFaultyTerms(
  db: Queryable,
  terms: ProductTerms,
  under: string,
  lentOn: BusinessDate,
): Promise<void> {
  const form = termsForm.safeParse(terms);
  const found = form.success
    ? faultsOfTerms(terms)
    : fieldMessages(form.error.issues).map(({ field, msg }) => ({ field: `value.${field}`, msg }));
  const fields = found.map(({ field, msg }) => ({ field: field.replace(/^value/, under), msg }));
  if (fields.length > 0) throw new AppError('BAD_REQUEST', { fields });
  await refuseAboveCaps(db, terms, notBeforeToday(lentOn), under);
}

/**
 * A product's terms, a version each from its day on. Orders carry the version of the day they were applied for,
 * so a version changes what is lent from then on and no loan that was made.
 */
export const productTermsFamily: ConfigFamily<ProductTerms> = {
  key: 'product.terms',
  title: { en: 'Loan product terms', zh: '贷款产品条款' },
  value: termsForm,
  isPerSubject: true,
  isWholeDays: true,
  access: {
    see: { page: ['/AdminContent/OperationSystem/ProductConfig'] },
    save: 'operation:product:save',
    decide: 'operation:product:audit',
  },
  async initial(db, subjectNo) {
    const productNo = await productOf(db, subjectNo);
    const inForce = await versionsInForce(db, [productNo], new Date());
    return inForce.get(productNo)?.terms ?? null;
  },
  async nameOf(db, subjectNo) {
    const [, productNo = ''] = subjectNo.split('_');
    const product = await db
      .selectFrom('loanProduct')
      .select('productName')
      .where('productNo', '=', productNo)
      .executeTakeFirst();
    return product?.productName ?? null;
  },
  async check(db, subjectNo, terms, effectiveFrom) {
    await productOf(db, subjectNo);
    const fields = faultsOfTerms(terms);
    if (fields.length > 0) throw new AppError('BAD_REQUEST', { fields });
    await refuseAboveCaps(db, terms, notBeforeToday(effectiveFrom), 'value');
  },
  async scheduled(tx, { subjectNo, value, effectiveFrom }) {
    const productNo = await productOf(tx, subjectNo);
    await readProduct(tx, productNo, 'all');
    await tx
      .insertInto('loanProductVersion')
      .values(({ selectFrom, fn, lit }) => ({
        productNo,
        versionNo: selectFrom('loanProductVersion')
          .select((eb) => eb(fn.coalesce(fn.max('versionNo'), lit(0)), '+', 1).as('next'))
          .where('productNo', '=', productNo),
        effectiveFrom,
        terms: JSON.stringify(value),
      }))
      .execute();
  },
  async withdrawn(tx, { subjectNo, effectiveFrom }) {
    const productNo = await productOf(tx, subjectNo);
    await tx
      .deleteFrom('loanProductVersion')
      .where('productNo', '=', productNo)
      .where('effectiveFrom', '=', effectiveFrom)
      .execute();
  },
};
