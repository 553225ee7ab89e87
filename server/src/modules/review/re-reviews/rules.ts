import type { reviewRules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { configAt } from '../../platform/configuration/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { reReviewFamily } from './families.ts';

export interface MerchantRules {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly rules: reviewRules.ReReviewRules;
  readonly versionNo: number | null;
  readonly effectiveFrom: string | null;
}

/** The rules of one merchant at a moment: its own, else the company's defaults. */
export async function rulesAt(
  db: Queryable,
  merchantNo: string,
  at: Date,
): Promise<Omit<MerchantRules, 'merchantName'>> {
  const { value, versionNo, effectiveFrom } = await configAt(db, reReviewFamily, at, merchantNo);
  if (value === null) throw new Error('re-review has no rules to start with');
  return { merchantNo, rules: value, versionNo, effectiveFrom };
}

/** The rules of every merchant whose things the scope reaches. */
export async function rulesWithin(db: Queryable, scope: DataScope, at: Date): Promise<MerchantRules[]> {
  const merchantNos = merchantsSeen(scope);
  const merchants = await db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName'])
    .$if(merchantNos !== null, (query) => query.where(sql<boolean>`merchant_no = ANY(${merchantNos}::text[])`))
    .orderBy('merchantNo')
    .execute();
  return await Promise.all(
    merchants.map(async ({ merchantNo, merchantName }) => ({
      merchantName,
      ...(await rulesAt(db, merchantNo, at)),
    })),
  );
}

export interface Used {
  readonly ofMerchant: number;
  readonly ofPerson: number;
}

/** Submissions of the day (EAT): the merchant's, and one person's of them. */
export async function usedToday(db: Queryable, merchantNo: string, userNo: string, at: Date): Promise<Used> {
  return await db
    .selectFrom('reReview')
    .select([
      sql<number>`count(*)::int`.as('ofMerchant'),
      sql<number>`count(*) FILTER (WHERE applicant_user_no = ${userNo})::int`.as('ofPerson'),
    ])
    .where('merchantNo', '=', merchantNo)
    .where('applyDate', '=', businessDateOf(at))
    .executeTakeFirstOrThrow();
}

/** What one person may still submit today for the merchant. */
export function leftOf({ rules }: Pick<MerchantRules, 'rules'>, used: Used): number {
  if (!rules.enabled) return 0;
  const ofMerchant = rules.dailySubmitLimit - used.ofMerchant;
  return Math.max(0, Math.min(ofMerchant, rules.perPersonLimit - used.ofPerson));
}
