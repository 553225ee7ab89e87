import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { DataScope, RowAlternative } from '../../../http/implement.ts';

/**
 * The rows of `loan_order` within a data scope. Where data rules hold, a department's orders are those its
 * people review or decided, and one's own are those one reviews or decided.
 */
export function ordersWithin(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'loanOrder'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.rows !== undefined) {
      return eb.and(scope.rows.map((rule) => eb.or(rule.map(meets))));
    }
    if (scope.merchantNos.length === 0) return eb.lit(false);
    return eb('loanOrder.merchantNo', 'in', scope.merchantNos);
  };
}

function meets({ merchantNos, deptNos, userNo }: RowAlternative) {
  return sql<boolean>`(
    (${merchantNos ?? null}::text[] IS NULL OR loan_order.merchant_no = ANY(${merchantNos ?? null}::text[]))
    AND (${deptNos ?? null}::text[] IS NULL OR EXISTS (SELECT 1 FROM app_user au
      WHERE au.user_no IN (loan_order.auditor_user_no, loan_order.reviewer_user_no)
        AND au.dept_no = ANY(${deptNos ?? null}::text[])))
    AND (${userNo ?? null}::text IS NULL
      OR ${userNo ?? null} IN (loan_order.auditor_user_no, loan_order.reviewer_user_no)))`;
}
