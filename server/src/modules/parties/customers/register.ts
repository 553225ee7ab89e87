import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CustomerTable } from '../../../db/loan-schema.ts';
import type { Insertable, Selectable } from 'kysely';
import { noteMade, noteState } from '../../../db/tx-notes.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

export type Customer = Selectable<CustomerTable>;
type Facts = Omit<Insertable<CustomerTable>, 'customerNo' | 'createdAt'>;

export interface Registered {
  readonly customer: Customer;
  /** As they were known; null where they are new. */
  readonly before: Customer | null;
}

/**
 * A merchant knows a customer by phone: one who comes again is brought up to date, and never becomes two. What is
 * left out stays as it was.
 * @throws AppError REFERENCE_UNKNOWN for a merchant that does not exist
 */
export async function registerCustomer(tx: Tx, facts: Facts): Promise<Registered> {
  const { merchantNo, phone } = facts;
  // Two applications of one customer may come at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${merchantNo} ${phone}`}, 0))`.execute(tx);
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const before = await tx
    .selectFrom('customer')
    .selectAll()
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before) {
    noteState(tx, `customer ${before.customerNo}`, JSON.stringify(before));
    const customer = await tx
      .updateTable('customer')
      // Collected afresh: what had expired is valid again.
      .set({ ...facts, dataStatus: 'VALID', expiredKinds: [], dataExpiredAt: null })
      .where('customerNo', '=', before.customerNo)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { customer, before };
  }
  const customer = await tx.insertInto('customer').values(facts).returningAll().executeTakeFirstOrThrow();
  noteMade(tx, `customer ${customer.customerNo}`);
  return { customer, before: null };
}

/** The customer within the scope. @throws AppError CUSTOMER_NOT_FOUND */
export async function lockCustomer(tx: Tx, customerNo: string, scope: DataScope): Promise<Customer> {
  return await lockOne(tx, tx.selectFrom('customer').selectAll().where('customerNo', '=', customerNo), {
    missing: 'CUSTOMER_NOT_FOUND',
    subject: `customer ${customerNo}`,
    state: (row) => JSON.stringify(row),
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}
