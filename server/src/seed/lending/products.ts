import type { Database } from '../../db/database.ts';
import { type ProductTerms, productTerms } from '../../modules/lending/orders/index.ts';
import type { Dice } from './dice.ts';

const COMMON = {
  exciseBps: 2_000,
  graceDays: 0,
  extensionDays: 14,
  maxRollovers: 3,
  extendsFromDueDate: false,
} as const;

/** What the company lends: a week for a daily earner up to three months for a salary. */
const PRODUCTS: readonly (readonly [name: string, terms: Omit<ProductTerms, keyof typeof COMMON>])[] = [
  [
    'Haraka 14',
    {
      minPrincipalCents: 50_000,
      maxPrincipalCents: 1_500_000,
      termDays: 14,
      installments: 1,
      dailyInterestBps: 0,
      serviceFeeBps: 1_000,
      managementFeeBps: 0,
      feeTiming: 'ON_DUE',
      lateFeeBps: 100,
      extensionRateBps: 50,
      collectionScope: 'ORDER',
    },
  ],
  [
    'Mwezi 30',
    {
      minPrincipalCents: 100_000,
      maxPrincipalCents: 4_000_000,
      termDays: 30,
      installments: 1,
      dailyInterestBps: 20,
      serviceFeeBps: 500,
      managementFeeBps: 200,
      feeTiming: 'ON_DUE',
      lateFeeBps: 80,
      liquidatedDamagesBps: 200,
      coolOffDays: 7,
      extensionRateBps: 40,
      collectionScope: 'ORDER',
    },
  ],
  [
    'Mshahara 90',
    {
      minPrincipalCents: 500_000,
      maxPrincipalCents: 10_000_000,
      termDays: 90,
      installments: 3,
      dailyInterestBps: 15,
      serviceFeeBps: 300,
      managementFeeBps: 200,
      feeTiming: 'ON_DUE',
      lateFeeBps: 50,
      liquidatedDamagesBps: 300,
      coolOffDays: 14,
      extensionRateBps: 30,
      collectionScope: 'BILL',
    },
  ],
];

export interface SeedProduct {
  readonly productNo: string;
  readonly terms: ProductTerms;
}

/** Of twenty customers sixteen want the shortest loan. */
const WANTED = { '0': 16, '1': 3, '2': 1 } as const;

/** @param products of one merchant, the shortest first. */
export function pickProduct(dice: Dice, products: readonly SeedProduct[]): SeedProduct {
  return products[Number(dice.weighted(WANTED))] ?? dice.pick(products);
}

/** Each merchant's products, made where they are missing. */
export async function ensureProducts(
  db: Database,
  merchantNos: readonly string[],
): Promise<ReadonlyMap<string, readonly SeedProduct[]>> {
  for (const merchantNo of merchantNos) {
    const known = await db
      .selectFrom('loanProduct')
      .select('productName')
      .where('merchantNo', '=', merchantNo)
      .execute();
    for (const [productName, terms] of PRODUCTS) {
      if (known.some((product) => product.productName === productName)) continue;
      const { productNo } = await db
        .insertInto('loanProduct')
        .values({ merchantNo, productName })
        .returning('productNo')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('loanProductVersion')
        .values({
          productNo,
          versionNo: 1,
          effectiveFrom: '2020-01-01',
          terms: JSON.stringify({ ...COMMON, ...terms }),
        })
        .execute();
    }
  }
  const rows = await db
    .selectFrom('loanProduct as p')
    .innerJoin('loanProductVersion as v', 'v.productNo', 'p.productNo')
    .select(['p.merchantNo', 'p.productNo', 'v.terms'])
    .where('p.merchantNo', 'in', [...merchantNos])
    .orderBy('p.productNo')
    .execute();
  return Map.groupBy(
    rows.map(({ merchantNo, productNo, terms }) => ({
      merchantNo,
      productNo,
      terms: productTerms.parse(terms),
    })),
    ({ merchantNo }) => merchantNo,
  );
}
