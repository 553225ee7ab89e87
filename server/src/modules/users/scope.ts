import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { DataScope } from '../../http/implement.ts';

/**
 * The rows of `app_user` within a data scope: people who work for at least one of its merchants.
 * People without a merchant belong to the head office and are seen by scope `all` alone.
 */
export function withinScope(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'appUser'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.merchantNos.length === 0) return eb.lit(false);
    return eb.exists(
      eb
        .selectFrom('userMerchant')
        .select(eb.lit(1).as('one'))
        .whereRef('userMerchant.userNo', '=', 'appUser.userNo')
        .where('userMerchant.merchantNo', 'in', scope.merchantNos),
    );
  };
}

/** True where the scope takes the merchant in. */
export function includesMerchant(scope: DataScope, merchantNo: string): boolean {
  return scope === 'all' || scope.merchantNos.includes(merchantNo);
}
