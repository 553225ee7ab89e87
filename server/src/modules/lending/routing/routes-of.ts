import type { Queryable } from '../../../db/database.ts';
import { everyRuleAt } from '../../platform/rules/index.ts';
import type { Strategy } from './match.ts';
import { ROUTE_RULES } from './route-rules.ts';

export interface MerchantRoutes {
  /** Those that apply. */
  readonly strategies: readonly Strategy[];
  /** False: the merchant never had one for phones, so orders leave the float, by hand. */
  readonly isConfigured: boolean;
  /** The same of bank accounts: without one, the first account that pays banks. */
  readonly isBankConfigured: boolean;
}

const NONE: MerchantRoutes = { strategies: [], isConfigured: false, isBankConfigured: false };

/** A merchant's strategies at a moment. */
export async function routesOf(db: Queryable, merchantNo: string, at: Date): Promise<MerchantRoutes> {
  return (await everyRoute(db, at, merchantNo)).get(merchantNo) ?? NONE;
}

/** The same by merchant; one that is not among them never had a strategy. */
export async function everyRoute(
  db: Queryable,
  at: Date,
  merchantNo: string | null = null,
): Promise<Map<string, MerchantRoutes>> {
  const held = await everyRuleAt(db, ROUTE_RULES, at, merchantNo);
  return new Map(
    [...Map.groupBy(held, (one) => one.merchantNo)].map(([no, rules]) => [
      no,
      {
        strategies: rules.filter(({ isEnabled }) => isEnabled),
        isConfigured: rules.some(({ value }) => value.payoutType !== 'BANK'),
        isBankConfigured: rules.some(({ value }) => value.payoutType === 'BANK'),
      },
    ]),
  );
}
