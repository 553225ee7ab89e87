import type { ParsedRequestOf, prepaid } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { lockPrepaid } from './store.ts';

const payload = z.strictObject({ merchantNo: z.string(), creditLineCents: z.number() });

/** How far a merchant's balance may go below 0. Posts nothing; what is charged from then on has the room. */
export const creditLineKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'merchant.creditLine',
  family: 'merchantConfig',
  title: { en: 'Change merchant credit line', zh: '修改商户信用额度' },
  checkerCode: 'merchant:config:audit',
  lapsesAfterHours: 24,
  payload,
  async describe(db, { merchantNo, creditLineCents }, scope) {
    const before = await accountOf(db, merchantNo, scope);
    return {
      subjectNo: merchantNo,
      subjectName: before.merchantName,
      before: { creditLineCents: before.creditLineCents },
      after: { creditLineCents },
      concerns: [],
      merchantNos: [merchantNo],
      // Of the account, not its version: charges go on while the change waits.
      state: { creditLineCents: before.creditLineCents },
    };
  },
  async apply({ merchantNo, creditLineCents }, call) {
    const { tx, caller } = call;
    await accountOf(tx, merchantNo, caller.scope);
    const before = await lockPrepaid(tx, merchantNo);
    if (before.creditLineCents === creditLineCents) throw new AppError('NOTHING_CHANGES');
    if (before.balanceCents < -creditLineCents) {
      const facts = { used: (-before.balanceCents / 100).toFixed(2) };
      throw new AppError('CREDIT_LINE_IN_USE', { fields: ['creditLineCents'], facts });
    }
    await tx
      .updateTable('merchantPrepaid')
      .set((eb) => ({ creditLineCents, version: eb('version', '+', 1) }))
      .where('merchantNo', '=', merchantNo)
      .execute();
    await writeAudit(tx, call, {
      action: 'merchant.creditLineChanged',
      subjectType: 'prepaid',
      subjectNo: merchantNo,
      merchantNo,
      before: { creditLineCents: before.creditLineCents },
      after: { creditLineCents },
    });
    return { merchantNo, creditLineCents };
  },
};

/** @throws AppError REFERENCE_UNKNOWN, NOTHING_CHANGES, CREDIT_LINE_IN_USE, CHANGE_WAITING */
export async function requestCreditLine(
  { reason, ...request }: ParsedRequestOf<typeof prepaid.creditLine>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(creditLineKind, request, call, reason) };
}

/** A merchant's balance, line and what is left of both. @throws AppError REFERENCE_UNKNOWN */
export async function readAccount(merchantNo: string, { db, caller }: Call) {
  const account = await accountOf(db, merchantNo, caller.scope);
  return { ...account, availableCents: account.balanceCents + account.creditLineCents };
}

async function accountOf(db: Queryable, merchantNo: string, scope: DataScope) {
  const row = await db
    .selectFrom('merchant as m')
    .leftJoin('merchantPrepaid as p', 'p.merchantNo', 'm.merchantNo')
    .select(['m.merchantNo', 'm.merchantName', 'p.balanceCents', 'p.creditLineCents'])
    .where('m.merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!row || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const { balanceCents, creditLineCents } = row;
  return { ...row, balanceCents: balanceCents ?? 0, creditLineCents: creditLineCents ?? 0 };
}
