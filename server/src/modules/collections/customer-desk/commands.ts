import { customerManage, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { lockCustomer } from '../../parties/customers/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnattached } from '../../platform/files/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { endSilence } from '../call-lists/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';

type Expiry = ParsedRequestOf<typeof customerManage.dataExpire>;
type Done = { customerNo: string };
interface Named {
  readonly customerNo: string;
  readonly reason: string;
}

/** Ends the validity of what was collected. @throws AppError CUSTOMER_NOT_FOUND, NOTHING_CHANGES, CUSTOMER_BUSY */
export async function expireData({ customerNo, kinds, reason }: Expiry, call: CommandContext): Promise<Done> {
  const { tx, caller } = call;
  const { merchantNo, dataStatus } = await lockCustomer(tx, customerNo, caller.scope);
  if (dataStatus === 'EXPIRED') throw new AppError('NOTHING_CHANGES');
  const busy = await tx
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('customerNo', '=', customerNo)
    .where('orderStatus', '=', 'DISBURSING')
    .executeTakeFirst();
  if (busy) throw new AppError('CUSTOMER_BUSY', { facts: { what: busy.orderNo } });
  await tx
    .updateTable('customer')
    .set({ dataStatus: 'EXPIRED', expiredKinds: [...new Set(kinds)], dataExpiredAt: new Date() })
    .where('customerNo', '=', customerNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'customer.dataExpire',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    before: { dataStatus },
    after: { dataStatus: 'EXPIRED', kinds },
    reason,
  });
  return { customerNo };
}

/** The app says that a customer signed in. @throws AppError CUSTOMER_NOT_FOUND */
export async function keepSignIn(
  { customerNo, appVersion }: ParsedRequestOf<typeof customerManage.signedIn>,
  call: CommandCall,
): Promise<ReplyOf<typeof customerManage.signedIn>> {
  const { tx, caller } = call;
  const { merchantNo, phone } = await lockCustomer(tx, customerNo, caller.scope);
  const now = new Date();
  await tx.updateTable('customer').set({ lastLoginAt: now }).where('customerNo', '=', customerNo).execute();
  await tx
    .insertInto('appSession')
    .values({ customerNo, merchantNo, appVersion: appVersion ?? null })
    .execute();
  await tx
    .updateTable('merchant')
    .set({ signInsSince: now })
    .where('merchantNo', '=', merchantNo)
    .where('signInsSince', 'is', null)
    .execute();
  const returned = await endSilence(tx, { merchantNo, phone }, call);
  await writeAudit(tx, call, {
    action: 'customer.signedIn',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    after: { returned },
  });
  return { customerNo, returned };
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function logOutCustomer({ customerNo, reason }: Named, call: CommandContext): Promise<Done> {
  const { tx, caller } = call;
  const { merchantNo } = await lockCustomer(tx, customerNo, caller.scope);
  const sessionsEndedAt = new Date();
  await tx.updateTable('customer').set({ sessionsEndedAt }).where('customerNo', '=', customerNo).execute();
  await writeAudit(tx, call, {
    action: 'customer.logout',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    after: { sessionsEndedAt },
    reason,
  });
  return { customerNo };
}

/** What keeps an account open: orders on their way, unpaid bills, refunds and money of the customer. */
export async function openThings(db: Queryable, customerNo: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    SELECT order_no AS what FROM loan_order WHERE customer_no = ${customerNo} AND order_status IN ('MACHINE_REVIEW',
      'TO_ALLOCATE', 'PENDING_REVIEW', 'RETURNED', 'PENDING_DISBURSEMENT', 'DISBURSING', 'DISBURSE_FAILED', 'DISBURSED')
    UNION ALL SELECT b.bill_no FROM bill b JOIN bill_balance n USING (bill_no)
      WHERE b.customer_no = ${customerNo} AND n.outstanding_cents > 0
    UNION ALL SELECT r.refund_no FROM refund r JOIN loan_order o USING (order_no)
      WHERE o.customer_no = ${customerNo} AND r.refund_status NOT IN ('SUCCESS', 'REJECTED')
    UNION ALL SELECT 'KES ' || to_char(balance_cents / 100.0, 'FM999999990.00') FROM wallet
      WHERE customer_no = ${customerNo} AND balance_cents > 0
    LIMIT 5`.execute(db);
  return rows.map(({ what }) => what);
}

async function refuseOpen(tx: Tx, customerNo: string): Promise<void> {
  const open = await openThings(tx, customerNo);
  if (open.length > 0) throw new AppError('CUSTOMER_BUSY', { facts: { what: open.join(', ') } });
}

const closing = z.strictObject({ customerNo: z.string(), voucherIds: z.array(z.string()) });

/** An account ends for good: two people agree. */
export const closeAccountKind: ChangeKind<z.output<typeof closing>> = {
  kind: 'customer.close',
  family: 'customerAccount',
  title: { en: 'Close account', zh: '注销账户' },
  checkerCode: 'customerService:customer:close',
  payload: closing,
  lapsesAfterHours: 72,
  async describe(db, { customerNo }) {
    const customer = await db
      .selectFrom('customer')
      .select(['merchantNo', 'accountStatus'])
      .where('customerNo', '=', customerNo)
      .executeTakeFirst();
    if (!customer) throw new AppError('CUSTOMER_NOT_FOUND');
    const { merchantNo } = customer;
    return {
      subjectNo: customerNo,
      subjectName: customerNo,
      before: { accountStatus: 'OPEN' },
      after: { accountStatus: 'CLOSED' },
      concerns: [],
      merchantNos: [merchantNo],
      state: { isClosed: customer.accountStatus === 'CLOSED' },
    };
  },
  async apply({ customerNo }, call) {
    const { tx, caller } = call;
    const { merchantNo, accountStatus } = await lockCustomer(tx, customerNo, caller.scope);
    if (accountStatus === 'CLOSED') throw new AppError('NOTHING_CHANGES');
    await refuseOpen(tx, customerNo);
    await tx
      .updateTable('customer')
      .set({ accountStatus: 'CLOSED', sessionsEndedAt: new Date() })
      .where('customerNo', '=', customerNo)
      .execute();
    await writeAudit(tx, call, {
      action: 'customer.close',
      subjectType: 'customer',
      subjectNo: customerNo,
      merchantNo,
      before: { accountStatus },
      after: { accountStatus: 'CLOSED' },
    });
    return { customerNo };
  },
  async ended(tx, { changeNo }) {
    await sql`UPDATE customer c SET account_status = 'OPEN' FROM change_request r
      WHERE r.change_no = ${changeNo} AND c.customer_no = r.subject_no AND c.account_status = 'CLOSE_PENDING'`.execute(
      tx,
    );
  },
};

/** @throws AppError CUSTOMER_NOT_FOUND, CUSTOMER_BUSY, CHANGE_WAITING, ATTACHMENT_NOT_FOUND */
export async function requestClosing(
  { customerNo, reason, voucherIds }: ParsedRequestOf<typeof customerManage.close>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const { merchantNo } = await lockCustomer(tx, customerNo, caller.scope);
  await refuseUnattached(tx, { subjectType: 'serviceVoucher', subjectNo: merchantNo }, voucherIds);
  const changeNo = await requestChange(closeAccountKind, { customerNo, voucherIds }, call, reason);
  await tx
    .updateTable('customer')
    .set({ accountStatus: 'CLOSE_PENDING' })
    .where('customerNo', '=', customerNo)
    .execute();
  return { changeNo };
}

const { kinds: kindsOf, reason: why } = customerManage.dataExpireMany.request.shape;
const expiry = z.strictObject({ kinds: kindsOf, reason: why });
const ending = z.strictObject({ reason: why });

/** Data of several customers expire, one transaction each. */
export const expireKind: ItemsKind<z.output<typeof expiry>> = defineJob({
  kind: 'customers.dataExpire',
  title: { en: 'Expire customer data', zh: '批量设置客户资料过期' },
  code: 'customerService:customer:expire',
  params: expiry,
  runItem: async ({ subjectNo }, to, run) => await expireData({ customerNo: subjectNo, ...to }, asCommand(run)),
});

/** Several customers' app sessions end, one transaction each. */
export const logoutKind: ItemsKind<z.output<typeof ending>> = defineJob({
  kind: 'customers.logout',
  title: { en: 'Log customers out', zh: '批量强制客户下线' },
  code: 'customerService:customer:logout',
  params: ending,
  runItem: async ({ subjectNo }, to, run) => await logOutCustomer({ customerNo: subjectNo, ...to }, asCommand(run)),
});

const itemsOf = (nos: readonly string[]) => [...new Set(nos)].map((subjectNo) => ({ subjectNo, input: null }));

export async function expireMany(
  { customerNos, ...to }: ParsedRequestOf<typeof customerManage.dataExpireMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(expireKind, to, call, itemsOf(customerNos)) };
}

export async function logOutMany(
  { customerNos, ...to }: ParsedRequestOf<typeof customerManage.logoutMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(logoutKind, to, call, itemsOf(customerNos)) };
}
