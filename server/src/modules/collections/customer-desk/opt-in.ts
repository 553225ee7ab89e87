import type { customerManage, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { lockCustomer } from '../../parties/customers/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnattached } from '../../platform/files/index.ts';
import { recordConsent } from '../contacts/index.ts';

/** When a customer agreed to offers of their merchant; null: never, or withdrawn since. */
export async function offersAgreedAt(db: Queryable, customerNo: string): Promise<Date | null> {
  const found = await db
    .selectFrom('customer as c')
    .innerJoin('contactParty as p', (join) =>
      join.onRef('p.merchantNo', '=', 'c.merchantNo').onRef('p.phone', '=', 'c.phone'),
    )
    .select('p.consentedAt')
    .where('c.customerNo', '=', customerNo)
    .where('p.partyKind', '=', 'LEAD')
    .where('p.withdrawnAt', 'is', null)
    .executeTakeFirst();
  return found?.consentedAt ?? null;
}

/** A customer agrees to offers, with the proof. @throws AppError CUSTOMER_NOT_FOUND, NOTHING_CHANGES, ATTACHMENT_NOT_FOUND */
export async function optIn(
  { customerNo, voucherIds }: ParsedRequestOf<typeof customerManage.optIn>,
  call: CommandContext,
): Promise<{ customerNo: string }> {
  const { tx, caller } = call;
  const { merchantNo, phone, customerName } = await lockCustomer(tx, customerNo, caller.scope);
  if ((await offersAgreedAt(tx, customerNo)) !== null) throw new AppError('NOTHING_CHANGES');
  await refuseUnattached(tx, { subjectType: 'serviceVoucher', subjectNo: merchantNo }, voucherIds);
  await recordConsent(
    tx,
    { partyKind: 'LEAD', merchantNo, phone, partyName: customerName, voucherIds },
    { scope: caller.scope, at: new Date() },
  );
  await writeAudit(tx, call, {
    action: 'customer.optIn',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    before: { hasAgreed: false },
    after: { hasAgreed: true, vouchers: voucherIds.length },
  });
  return { customerNo };
}
