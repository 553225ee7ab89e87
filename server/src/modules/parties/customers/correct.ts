import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { Customer } from './register.ts';

interface CustomerCorrection {
  readonly customerName?: string | undefined;
  readonly phone?: string | undefined;
  readonly idCardNo?: string | undefined;
  readonly birthDate?: string | undefined;
  readonly county?: string | undefined;
  readonly employer?: string | undefined;
  readonly monthlyIncomeCents?: number | undefined;
}

/**
 * Corrects what is held of a customer; what is left out stays. The caller holds the customer or one of their orders.
 * @throws AppError PHONE_OF_ANOTHER, ID_CARD_OF_ANOTHER, CUSTOMER_BLACKLISTED
 */
export async function correctCustomer(
  tx: Tx,
  customer: Pick<Customer, 'customerNo' | 'merchantNo' | 'phone' | 'idCardNo'>,
  correction: CustomerCorrection,
): Promise<void> {
  await checkIdentity(tx, customer, correction);
  const given = Object.entries(correction).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await tx
    .updateTable('customer')
    .set(Object.fromEntries(given))
    .where('customerNo', '=', customer.customerNo)
    .execute();
}

/** Nobody else of the merchant has the number, and it is on no blacklist. */
async function checkIdentity(
  tx: Tx,
  { customerNo, merchantNo, phone, idCardNo }: Pick<Customer, 'customerNo' | 'merchantNo' | 'phone' | 'idCardNo'>,
  wanted: CustomerCorrection,
): Promise<void> {
  const checks = [
    ['phone', 'PHONE', wanted.phone, phone, 'PHONE_OF_ANOTHER'],
    ['idCardNo', 'ID_CARD', wanted.idCardNo, idCardNo, 'ID_CARD_OF_ANOTHER'],
  ] as const;
  for (const [field, listKind, requested, held, taken] of checks) {
    if (requested === undefined || requested === held) continue;
    const other = await tx
      .selectFrom('customer')
      .select('customerNo')
      .where('merchantNo', '=', merchantNo)
      .where(field, '=', requested)
      .where('customerNo', '<>', customerNo)
      .limit(1)
      .executeTakeFirst();
    if (other) throw new AppError(taken, { facts: other, fields: [field] });
    const listed = await tx
      .selectFrom('customerBlacklist')
      .select(['reason', 'listedAt'])
      .where('merchantNo', '=', merchantNo)
      .where('listKind', '=', listKind)
      .where('listValue', '=', requested)
      .executeTakeFirst();
    if (!listed) continue;
    const facts = { reason: listed.reason, since: businessDateOf(listed.listedAt) };
    throw new AppError('CUSTOMER_BLACKLISTED', { facts, fields: [field] });
  }
}
