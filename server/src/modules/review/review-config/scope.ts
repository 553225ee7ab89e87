import type { Queryable } from '../../../db/database.ts';

/** Whom review steps are for; null is any. */
export interface StepsScope {
  readonly merchantNo: string | null;
  readonly productNo: string | null;
  readonly loanType: 'FIRST' | 'REPEAT' | null;
}

const ANY = 'ALL';

/** `M0001_P00002_FIRST`, `M0001_ALL_ALL`, `ALL_ALL_ALL`: the scope as a configuration's subject. */
export function subjectOfScope({ merchantNo, productNo, loanType }: StepsScope): string {
  return [merchantNo ?? ANY, productNo ?? ANY, loanType ?? ANY].join('_');
}

/** Null where the subject is no scope. */
export function scopeOfSubject(subjectNo: string): StepsScope | null {
  const [merchant, product, type, ...rest] = subjectNo.split('_');
  if (!merchant || !product || !type || rest.length > 0) return null;
  if (type !== 'FIRST' && type !== 'REPEAT' && type !== ANY) return null;
  if (merchant === ANY && product !== ANY) return null;
  return {
    merchantNo: merchant === ANY ? null : merchant,
    productNo: product === ANY ? null : product,
    loanType: type === ANY ? null : type,
  };
}

/** The scopes that take an order in, the narrowest first. */
export function scopesOf(order: {
  readonly merchantNo: string;
  readonly productNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
}): string[] {
  const { merchantNo, productNo, loanType } = order;
  return [
    { merchantNo, productNo, loanType },
    { merchantNo, productNo, loanType: null },
    { merchantNo, productNo: null, loanType },
    { merchantNo, productNo: null, loanType: null },
    { merchantNo: null, productNo: null, loanType },
    { merchantNo: null, productNo: null, loanType: null },
  ].map(subjectOfScope);
}

/** True where the scope names what does not exist, or a product of another merchant. */
export async function stepsScopeFault(db: Queryable, subjectNo: string): Promise<boolean> {
  const scope = scopeOfSubject(subjectNo);
  if (!scope) return true;
  const { merchantNo, productNo } = scope;
  if (merchantNo === null) return false;
  const found = await db
    .selectFrom('merchant as m')
    .leftJoin('loanProduct as p', 'p.merchantNo', 'm.merchantNo')
    .select('m.merchantNo')
    .where('m.merchantNo', '=', merchantNo)
    .$if(productNo !== null, (query) => query.where('p.productNo', '=', productNo))
    .limit(1)
    .executeTakeFirst();
  return found === undefined;
}

/** The names that belong to a scope, for people. */
export async function stepsScopeText(
  db: Queryable,
  { merchantNo, productNo }: StepsScope,
): Promise<{ merchantName: string | null; productName: string | null }> {
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  const product = await db
    .selectFrom('loanProduct')
    .select('productName')
    .where('productNo', '=', productNo)
    .executeTakeFirst();
  return {
    merchantName: merchant?.merchantName ?? null,
    productName: product?.productName ?? null,
  };
}
