import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';

/** Whose warnings: a caller is one, and so is a colleague one may be handed to. */
export interface Viewer {
  readonly userNo: string;
  readonly roleNos: readonly string[];
  readonly scope: DataScope;
}

/**
 * The warnings a person sees: addressed to one of their roles (or to all), about one of their merchants
 * (or about none). One that was handed to them they see whatever the role, within their merchants.
 */
export function warningsOf({ userNo, roleNos, scope }: Viewer) {
  return (eb: ExpressionBuilder<Schema, 'warning'>): Expression<SqlBool> => {
    const isAddressed = sql<SqlBool>`(cardinality(warning.role_nos) = 0
      OR warning.role_nos && ${roleNos}::text[] OR warning.assignee_user_no = ${userNo})`;
    const merchantNos = merchantsSeen(scope);
    if (merchantNos === null) return isAddressed;
    const isWithin = sql<SqlBool>`(warning.merchant_no IS NULL
      OR warning.merchant_no = ANY(${merchantNos}::text[]))`;
    return eb.and([isAddressed, isWithin]);
  };
}
