import { loanLimit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { isLooser } from './rules.ts';

export type LoanLimit = loanLimit.LoanLimit;

/** What a limit is of. */
export interface LimitSubject {
  readonly merchantNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
}

/** Loans of a type, in words. */
export const LOAN_TYPE_WORDS = {
  FIRST: { en: 'first loans', zh: '首贷' },
  REPEAT: { en: 'repeat loans', zh: '复贷' },
} as const;

export const subjectOf = ({ merchantNo, loanType }: LimitSubject): string => `${merchantNo}_${loanType}`;

/** Null where the text names no merchant and type. */
export function partsOf(subjectNo: string): LimitSubject | null {
  const [merchantNo = '', type, ...rest] = subjectNo.split('_');
  const { data } = loanLimit.loanType.safeParse(type);
  return data === undefined || rest.length > 0 ? null : { merchantNo, loanType: data };
}

/** How much a merchant lends, per loan and per day; without a version nothing bounds it. */
export const lendingLimitFamily: ConfigFamily<LoanLimit> = {
  key: loanLimit.LOAN_LIMIT_KEY,
  title: { en: 'Merchant loan limits', zh: '商户放款额度' },
  value: loanLimit.loanLimit,
  isPerSubject: true,
  isSeveralADay: true,
  access: {
    see: { page: [loanLimit.LOAN_LIMIT_PAGE] },
    save: 'operation:loanLimit:save',
    decide: 'operation:loanLimit:audit',
  },
  initial: async () => await Promise.resolve(null),
  async nameOf(_db, subjectNo, lang) {
    const subject = partsOf(subjectNo);
    return await Promise.resolve(subject && LOAN_TYPE_WORDS[subject.loanType][lang]);
  },
  async check(db, subjectNo, value) {
    const subject = partsOf(subjectNo);
    if (subject === null) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
    await refuseStrangeMerchant(db, subject.merchantNo);
    await refuseOutsideProducts(db, subject.merchantNo, value);
  },
  // Looser than what applies now, or than what would hold on its day: an approver looks.
  async asksChecker(db, { subjectNo, value, effectiveFrom }) {
    const day = startOfBusinessDate(effectiveFrom);
    const now = new Date();
    const holding = [now, day > now ? day : now].map(
      async (at) => (await configAt(db, lendingLimitFamily, at, subjectNo)).value,
    );
    return (await Promise.all(holding)).some((holds) => isLooser(value, holds));
  },
};

const centsOf = (field: 'minPrincipalCents' | 'maxPrincipalCents') => sql<number>`(newest.terms ->> ${field})::bigint`;

/** @throws AppError LIMIT_OUTSIDE_PRODUCTS where nothing of a product could be lent, or more than any of them lends */
async function refuseOutsideProducts(db: Queryable, merchantNo: string, { maxAmountCents }: LoanLimit): Promise<void> {
  const { least, most } = await db
    .selectFrom('loanProduct as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('loanProductVersion')
          .select('terms')
          .whereRef('productNo', '=', 'p.productNo')
          .orderBy('versionNo', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => [
      fn.max<number | null>(centsOf('minPrincipalCents')).as('least'),
      fn.max<number | null>(centsOf('maxPrincipalCents')).as('most'),
    ])
    .where('p.merchantNo', '=', merchantNo)
    .where('p.isEnabled', '=', true)
    .executeTakeFirstOrThrow();
  if (least === null || most === null) return;
  if (maxAmountCents >= least && maxAmountCents <= most) return;
  const facts = { least: least / 100, most: most / 100 };
  throw new AppError('LIMIT_OUTSIDE_PRODUCTS', { facts, fields: ['value.maxAmountCents'] });
}

/** What holds at a moment; null where nothing bounds the lending. */
export async function limitAt(db: Queryable, subject: LimitSubject, at: Date): Promise<LoanLimit | null> {
  return (await configAt(db, lendingLimitFamily, at, subjectOf(subject))).value;
}
