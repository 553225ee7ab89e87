import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { DataScope, RowAlternative } from '../../../http/implement.ts';

/**
 * The rows of `app_user` within a data scope: people who work for at least one of its merchants.
 * People without a merchant belong to the head office and are seen by scope `all` alone.
 */
export function withinScope(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'appUser'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.rows !== undefined) {
      return eb.and(scope.rows.map((rule) => eb.or(rule.map(meets))));
    }
    if (scope.merchantNos.length === 0) return eb.lit(false);
    return sharesMerchant(scope.merchantNos);
  };
}

const sharesMerchant = (merchantNos: readonly string[]) =>
  sql<boolean>`app_user.merchant_nos && ${[...merchantNos]}::text[]`;

/** The rows that meet one alternative of a data rule: a department is the account's, a user the account itself. */
function meets({ merchantNos, deptNos, userNo }: RowAlternative) {
  return sql<boolean>`(
    (${merchantNos ?? null}::text[] IS NULL OR app_user.merchant_nos && ${merchantNos ?? null}::text[])
    AND (${deptNos ?? null}::text[] IS NULL OR app_user.dept_no = ANY(${deptNos ?? null}::text[]))
    AND (${userNo ?? null}::text IS NULL OR app_user.user_no = ${userNo ?? null}))`;
}

/** True where the scope takes the merchant in. */
export function includesMerchant(scope: DataScope, merchantNo: string): boolean {
  return scope === 'all' || scope.merchantNos.includes(merchantNo);
}
