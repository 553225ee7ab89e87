import type { customerCredit, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { creditMachine } from '../../parties/customers/index.ts';
import { creditOf, lockCredit } from './credit-line.ts';
import { openCredit, statusAt } from './settle-credits.ts';

const newLimit = z.strictObject({
  customerNo: z.string(),
  creditType: z.enum(['PRE_APPROVAL', 'REVOLVING']),
  limitCents: z.number(),
  grantedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
});

/** A limit lets money out: one person asks for it, another agrees. */
export const openCreditKind: ChangeKind<z.output<typeof newLimit>> = {
  kind: 'customerCredit.open',
  family: 'customerCredit',
  title: { en: 'Grant credit limit', zh: '授予客户额度' },
  checkerCode: 'operation:creditLimit:audit',
  lapsesAfterHours: 24,
  payload: newLimit,
  async describe(db, { customerNo, creditType, limitCents, expiresAt }, scope) {
    return {
      subjectNo: customerNo,
      subjectName: customerNo,
      before: null,
      after: { creditType, limitCents, expiresAt },
      concerns: [],
      merchantNos: [await merchantOf(db, customerNo, scope)],
      state: null,
    };
  },
  async apply({ customerNo, creditType, limitCents, grantedAt, expiresAt }, call) {
    const { tx, caller } = call;
    const merchantNo = await merchantOf(tx, customerNo, caller.scope);
    const now = new Date();
    const from = grantedAt === null ? now : new Date(grantedAt);
    const until = expiresAt === null ? null : new Date(expiresAt);
    if (until !== null && (until <= from || until <= now)) {
      const fields = [{ field: 'expiresAt', msg: 'Must be after the start and in the future' }];
      throw new AppError('BAD_REQUEST', { fields });
    }
    await openCredit(tx, { customerNo, creditType, limitCents, grantedAt: from, expiresAt: until });
    // Its moment decides; the sweep writes down what has come by then.
    const creditStatus = statusAt('GRANTING', from, until, now);
    if (creditStatus !== 'GRANTING') {
      await tx.updateTable('customerCredit').set({ creditStatus }).where('customerNo', '=', customerNo).execute();
    }
    await writeAudit(tx, call, {
      action: 'customerCredit.opened',
      subjectType: 'customer',
      subjectNo: customerNo,
      merchantNo,
      after: { creditType, limitCents, creditStatus },
    });
    return { customerNo, creditStatus };
  },
};

/** @throws AppError CUSTOMER_NOT_FOUND, CREDIT_LIVE, CHANGE_WAITING */
export async function requestLimit(
  { reason, grantedAt = null, ...form }: OpenForm,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(openCreditKind, { ...form, grantedAt }, call, reason) };
}
type OpenForm = Omit<ParsedRequestOf<typeof customerCredit.open>, 'grantedAt'> & {
  readonly grantedAt?: string | null | undefined;
};

/**
 * Ends a limit before its time.
 * @throws AppError CUSTOMER_NOT_FOUND, CREDIT_NOT_FOUND; ILLEGAL_TRANSITION where it is not in force
 */
export async function closeLimit(
  { customerNo, reason }: ParsedRequestOf<typeof customerCredit.close>,
  call: CommandContext,
): Promise<{ customerNo: string; creditStatus: 'EXPIRED' }> {
  const { tx, caller } = call;
  const merchantNo = await merchantOf(tx, customerNo, caller.scope);
  // As a pass of an order locks it: what was passed before stands, what comes after finds no limit.
  await lockCredit(tx, customerNo);
  const line = await tx
    .selectFrom('customerCredit')
    .selectAll()
    .where('customerNo', '=', customerNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!line) throw new AppError('CREDIT_NOT_FOUND');
  const { grantedAt, expiresAt, limitCents } = line;
  const now = new Date();
  const before = statusAt(line.creditStatus, grantedAt, expiresAt, now);
  noteState(tx, `credit ${customerNo}`, `${before} ${limitCents} ${grantedAt.toISOString()}`);
  advance(creditMachine, before, 'expire');
  await tx
    .updateTable('customerCredit')
    .set({ creditStatus: 'EXPIRED', expiresAt: now })
    .where('customerNo', '=', customerNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'customerCredit.closed',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    before: { creditStatus: before, limitCents },
    after: { creditStatus: 'EXPIRED', limitCents },
    reason,
  });
  return { customerNo, creditStatus: 'EXPIRED' };
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function readLimit(customerNo: string, { db, caller }: Call) {
  await merchantOf(db, customerNo, caller.scope);
  const line = await creditOf(db, customerNo, new Date());
  if (line === null) return { limit: null };
  return { limit: { customerNo, ...line, expiresAt: line.expiresAt?.toISOString() ?? null } };
}

/** Whose customer it is, within the scope. @throws AppError CUSTOMER_NOT_FOUND */
async function merchantOf(db: Queryable, customerNo: string, scope: DataScope): Promise<string> {
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(scope, customer.merchantNo)) {
    throw new AppError('CUSTOMER_NOT_FOUND');
  }
  return customer.merchantNo;
}
