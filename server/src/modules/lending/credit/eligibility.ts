import type { ErrorName } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { isListed } from '../../parties/blacklist/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

export type CreditFault = Extract<ErrorName, `CREDIT_${string}`>;

/** What decides whether a customer's limit may be raised for a while. */
export interface CreditFacts {
  /** A limit that is granted and not over. */
  readonly hasLine: boolean;
  readonly isAdjustable: boolean;
  readonly isOverdue: boolean;
  readonly isBlacklisted: boolean;
  readonly hasTemporary: boolean;
}

/** Why nothing is granted, the weightiest reason first; null where it may be. Pure. */
export function faultOf(facts: CreditFacts): CreditFault | null {
  if (facts.isBlacklisted) return 'CREDIT_BLACKLISTED';
  if (facts.isOverdue) return 'CREDIT_OVERDUE';
  if (!facts.hasLine) return 'CREDIT_LINE_MISSING';
  if (!facts.isAdjustable) return 'CREDIT_NOT_ADJUSTABLE';
  return facts.hasTemporary ? 'CREDIT_GRANTED_ALREADY' : null;
}

export interface CheckedCustomer {
  readonly customerNo: string;
  readonly phone: string;
  readonly fault: CreditFault | null;
}

type Row = CreditFacts & Omit<CheckedCustomer, 'fault'>;

/** The customers as they stand at the moment, by number. */
export async function checkCustomers(
  db: Queryable,
  customerNos: readonly string[],
  at: Date,
): Promise<CheckedCustomer[]> {
  const { rows } = await sql<Row>`
    SELECT c.customer_no, c.phone,
      coalesce(l.credit_status = 'GRANTED' AND (l.expires_at IS NULL OR l.expires_at > ${at}), false) AS has_line,
      coalesce(l.is_adjustable, false) AS is_adjustable,
      EXISTS (SELECT FROM bill b WHERE b.customer_no = c.customer_no
        AND (b.bill_status = 'CHARGED_OFF' OR b.bill_status = 'ACTIVE' AND b.due_date < ${businessDateOf(at)}))
        AS is_overdue,
      EXISTS (SELECT FROM customer_blacklist x WHERE x.merchant_no = c.merchant_no
        AND (x.list_kind, x.list_value) IN (('PHONE', c.phone), ('ID_CARD', c.id_card_no)))
        OR ${isListed('c', at)} AS is_blacklisted,
      EXISTS (SELECT FROM temporary_credit t WHERE t.customer_no = c.customer_no
        AND t.credit_status <> 'EXPIRED') AS has_temporary
    FROM customer c LEFT JOIN customer_credit l USING (customer_no)
    WHERE c.customer_no = any(${[...customerNos]}::text[]) ORDER BY c.customer_no`.execute(db);
  return rows.map(({ customerNo, phone, ...facts }) => ({
    customerNo,
    phone,
    fault: faultOf(facts),
  }));
}
