import type { balance, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { accountsWithin } from '../accounts/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { areAttached } from '../../platform/files/index.ts';
import { bookedBalances } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { balanceVouchers } from './vouchers.ts';

/** A greater difference from the books is explained. */
const EXPLAINED_ABOVE_CENTS = 100_00;

/** @throws AppError ACCOUNT_UNKNOWN */
async function reachAccount(db: Queryable, scope: DataScope, accountId: string) {
  const within = accountsWithin('money_account.merchant_nos', scope);
  const found = await db
    .selectFrom('moneyAccount')
    .select(['accountCode', 'accountName', 'merchantNos'])
    .where('accountId', '=', accountId)
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .executeTakeFirst();
  if (!found) throw new AppError('ACCOUNT_UNKNOWN');
  return found;
}

const wrong = (field: string, msg: string) => new AppError('BAD_REQUEST', { fields: [{ field, msg }] });

/** Writes a stated balance down. @throws AppError ACCOUNT_UNKNOWN, BALANCE_EXISTS, BAD_REQUEST */
export async function enterBalance(request: ParsedRequestOf<typeof balance.entrySave>, call: CommandContext) {
  const { tx, caller } = call;
  const { accountId, balanceCents, entryDate } = request;
  const remark = request.remark || null;
  const { accountCode } = await reachAccount(tx, caller.scope, accountId);
  if (entryDate > businessDateOf(new Date())) throw wrong('entryDate', 'Cannot be in the future');
  const bookedCents = (await bookedBalances(tx, [accountCode], entryDate)).get(accountCode) ?? 0;
  if (remark === null && Math.abs(balanceCents - bookedCents) > EXPLAINED_ABOVE_CENTS) {
    throw wrong('remark', 'Content cannot be blank');
  }
  const made = await tx
    .insertInto('balanceEntry')
    .values({ accountCode, entryDate, balanceCents, source: 'MANUAL', remark, enteredBy: caller.userNo })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entryNo')
    .executeTakeFirst();
  if (!made) throw new AppError('BALANCE_EXISTS', { fields: ['entryDate'] });
  await writeAudit(tx, call, {
    action: 'balance.entered',
    subjectType: 'balance',
    subjectNo: accountId,
    after: { entryNo: made.entryNo, balanceCents, entryDate },
  });
  return made;
}

const payload = z.strictObject({
  accountId: z.string(),
  balanceCents: z.number(),
  voucherIds: z.array(z.string()),
  /** Requests from before it was kept have none. */
  reason: z.optional(z.string()),
  makerUserNo: z.string(),
});

/** The entry that a correction would take the place of. @throws AppError NOT_FOUND */
async function latestEntry(db: Queryable, accountCode: string) {
  const found = await db
    .selectFrom('balanceEntry as b')
    .select(['b.entryNo', 'b.entryDate', 'b.balanceCents', 'b.source'])
    .where('b.accountCode', '=', accountCode)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('balanceEntry as n').select('n.entryNo').whereRef('n.replacesNo', '=', 'b.entryNo'))),
    )
    .orderBy('b.entryDate', 'desc')
    .orderBy('b.enteredAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Another figure for the latest entry; the old one stays readable. */
export const correctKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'balance.correct',
  family: 'balance',
  title: { en: 'Correct balance', zh: '更正余额' },
  checkerCode: 'afterLoan:balance:audit',
  payload,
  lapsesAfterHours: 24,
  async describe(db, { accountId, balanceCents, voucherIds }, scope) {
    const { accountCode, accountName, merchantNos } = await reachAccount(db, scope, accountId);
    const latest = await latestEntry(db, accountCode);
    return {
      subjectNo: accountId,
      subjectName: accountName,
      before: { balanceCents: latest.balanceCents, entryDate: latest.entryDate },
      after: { balanceCents, entryDate: latest.entryDate, vouchers: voucherIds.length },
      concerns: [],
      merchantNos: merchantNos ?? [],
      state: { entryNo: latest.entryNo },
    };
  },
  async apply({ accountId, balanceCents, voucherIds, reason, makerUserNo }, call) {
    const { tx, caller } = call;
    const { accountCode } = await reachAccount(tx, caller.scope, accountId);
    const latest = await latestEntry(tx, accountCode);
    const { entryNo } = await tx
      .insertInto('balanceEntry')
      .values({
        accountCode,
        entryDate: latest.entryDate,
        balanceCents,
        source: 'MANUAL',
        enteredBy: makerUserNo,
        replacesNo: latest.entryNo,
        voucherIds,
        reason: reason ?? null,
        ...(caller.userNo !== makerUserNo && { checkerUserNo: caller.userNo }),
      })
      .returning('entryNo')
      .executeTakeFirstOrThrow();
    await writeAudit(tx, call, {
      action: 'balance.corrected',
      subjectType: 'balance',
      subjectNo: accountId,
      before: { balanceCents: latest.balanceCents },
      after: { balanceCents, entryNo },
    });
    return { entryNo };
  },
};

/** @throws AppError ACCOUNT_UNKNOWN, NOT_FOUND, ATTACHMENT_NOT_FOUND, CHANGE_WAITING */
export async function requestCorrection(
  { reason, ...request }: ParsedRequestOf<typeof balance.entryCorrect>,
  call: CommandContext,
) {
  if (!(await areAttached(call.tx, balanceVouchers.subjectType, request.voucherIds))) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
  }
  const asked = { ...request, reason, makerUserNo: call.caller.userNo };
  return { changeNo: await requestChange(correctKind, asked, call, reason) };
}

/** @throws AppError ACCOUNT_UNKNOWN */
export async function setLowWater(
  { accountId, lowWaterCents }: ParsedRequestOf<typeof balance.lowWaterSave>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const { accountCode } = await reachAccount(tx, caller.scope, accountId);
  const before = await tx
    .selectFrom('balanceMark')
    .select('lowWaterCents')
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  if (lowWaterCents === null) await tx.deleteFrom('balanceMark').where('accountCode', '=', accountCode).execute();
  else {
    await tx
      .insertInto('balanceMark')
      .values({ accountCode, lowWaterCents })
      .onConflict((conflict) => conflict.column('accountCode').doUpdateSet({ lowWaterCents }))
      .execute();
  }
  await writeAudit(tx, call, {
    action: 'balance.marked',
    subjectType: 'balance',
    subjectNo: accountId,
    before: { lowWaterCents: before?.lowWaterCents ?? null },
    after: { lowWaterCents },
  });
  return { accountId, lowWaterCents };
}
