import type { ParsedRequestOf, taskAward } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function noteAct(
  { customerNo, actKind }: ParsedRequestOf<typeof taskAward.act>,
  call: CommandContext,
): Promise<{ readonly isNew: boolean }> {
  const { tx, caller } = call;
  const customer = await tx
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  const { merchantNo } = customer;
  const about = actKind === 'CHECK_IN' ? businessDateOf(new Date()) : '';
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('activityAct')
    .values({ customerNo, merchantNo, actKind, about })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const isNew = numInsertedOrUpdatedRows === 1n;
  await writeAudit(tx, call, {
    action: 'customer.act',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    after: { actKind, isNew },
  });
  return { isNew };
}

/** Who invited a new customer; nobody where the phone is no customer of the merchant. */
export async function noteInvite(
  tx: Tx,
  {
    customerNo,
    merchantNo,
    inviterPhone,
  }: {
    readonly customerNo: string;
    readonly merchantNo: string;
    readonly inviterPhone: string;
  },
): Promise<void> {
  const inviter = await tx
    .selectFrom('customer')
    .select('customerNo')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', inviterPhone)
    .where('customerNo', '<>', customerNo)
    .executeTakeFirst();
  if (!inviter) return;
  await tx
    .insertInto('activityAct')
    .values({ customerNo: inviter.customerNo, merchantNo, actKind: 'INVITE', about: customerNo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
