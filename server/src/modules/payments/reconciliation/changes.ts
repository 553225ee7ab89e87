import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { shownDay } from '../../platform/policy/index.ts';
import { needed } from '../../../needed.ts';
import { ownerOf } from '../accounts/index.ts';
import { bankAccount } from '../flows/index.ts';
import { flowMachine, receiveFlow, refuseRecharge } from '../payments/index.ts';
import { lockDay, needAccount, rematch } from './days.ts';

const one = z.strictObject({ runId: z.string() });
type One = z.output<typeof one>;
const shared = {
  family: 'reconDifference',
  checkerCode: 'afterLoan:reconDay:audit',
  lapsesAfterHours: 24,
  payload: one,
} as const;

async function subjectOf(db: Queryable, runId: string, scope: DataScope) {
  const day = await db.selectFrom('reconDay').selectAll().where('runId', '=', runId).executeTakeFirst();
  if (!day) throw new AppError('NOT_FOUND');
  await needAccount(db, day.accountCode, scope);
  const { nameEn } = await db
    .selectFrom('account')
    .select('nameEn')
    .where('accountCode', '=', day.accountCode)
    .executeTakeFirstOrThrow();
  const { businessDate, reconStatus, diffCount, version } = day;
  return {
    subject: {
      subjectNo: runId,
      subjectName: `${nameEn}, ${shownDay(businessDate)}`,
      concerns: [],
      merchantNos: [],
      state: { version },
    },
    before: { reconStatus, diffCount },
  };
}

/** A day is closed at a difference of 0, matched once more when it is approved. */
export const closeDayKind: ChangeKind<One> = {
  ...shared,
  kind: 'reconDay.close',
  title: { en: 'Close reconciled day', zh: '对账日关账' },
  async describe(db, { runId }, scope) {
    const { subject, before } = await subjectOf(db, runId, scope);
    return { ...subject, before, after: { reconStatus: 'CLOSED', diffCount: 0 } };
  },
  async apply({ runId }, call) {
    const { tx, caller } = call;
    const { diffCount } = await rematch(tx, await lockDay(tx, runId, caller.scope));
    if (diffCount > 0) throw new AppError('DIFFERENCES_OPEN', { facts: { count: diffCount } });
    const closed = { reconStatus: 'CLOSED' as const, closedBy: caller.userNo };
    await tx.updateTable('reconDay').set(closed).where('runId', '=', runId).execute();
    await record(call, 'reconciliation.close', runId, 'CLOSED');
    return { runId };
  },
};

export const reopenDayKind: ChangeKind<One> = {
  ...shared,
  kind: 'reconDay.reopen',
  title: { en: 'Reopen reconciled day', zh: '对账日重新打开' },
  async describe(db, { runId }, scope) {
    const { subject, before } = await subjectOf(db, runId, scope);
    return { ...subject, before, after: { reconStatus: 'OPEN' } };
  },
  async apply({ runId }, call) {
    const { tx, caller } = call;
    const day = await lockDay(tx, runId, caller.scope);
    if (day.reconStatus !== 'CLOSED') throw new AppError('ILLEGAL_TRANSITION');
    await tx.updateTable('reconDay').set({ reconStatus: 'OPEN', closedBy: null }).where('runId', '=', runId).execute();
    await rematch(tx, { ...day, reconStatus: 'OPEN' });
    await record(call, 'reconciliation.reopen', runId, 'OPEN');
    return { runId };
  },
};

const ofDifference = z.strictObject({ diffId: z.string(), makerUserNo: z.string() });

/** The channel never told us of a payment that its statement has: bank / suspense, and it waits for its loan. */
export const recordReceiptKind: ChangeKind<z.output<typeof ofDifference>> = {
  ...shared,
  payload: ofDifference,
  checkerCode: 'afterLoan:reconDifference:audit',
  kind: 'reconDifference.record',
  title: { en: 'Record payment of statement', zh: '按对账单补录流水' },
  async describe(db, { diffId }, scope) {
    const found = await differenceOf(db, diffId);
    const { subject } = await subjectOf(db, found.runId, scope);
    const { serial: paymentCode, statementCents } = found;
    const after = { paymentCode, amountCents: statementCents };
    return { ...subject, subjectNo: diffId, subjectName: paymentCode, before: null, after, state: null };
  },
  async apply({ diffId }, call) {
    const { tx, caller } = call;
    const found = await differenceOf(tx, diffId);
    const day = await lockDay(tx, found.runId, caller.scope);
    if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
    const { merchantNo, paymentCompany } = await ownerOf(tx, day.accountCode);
    await refuseRecharge(tx, { paymentChannel: paymentCompany, paymentCode: found.serial });
    const { flowNo, isNew } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: paymentCompany,
      paymentCode: found.serial,
      account: bankAccount(day.accountCode),
      amountCents: needed(found.statementCents, `the amount of ${diffId}`),
      repayTime: found.happenedAt,
    });
    if (!isNew) throw new AppError('SERIAL_REPEATED', { facts: { flowNo } });
    const flowStatus = advance(flowMachine, 'RECEIVED', 'matchFail');
    await tx.updateTable('paymentFlow').set({ flowStatus, source: 'STATEMENT' }).where('flowNo', '=', flowNo).execute();
    await rematch(tx, day);
    await record(call, 'reconciliation.record', found.runId, flowNo);
    return { flowNo };
  },
};

async function differenceOf(db: Queryable, diffId: string) {
  const found = await db.selectFrom('reconDifference').selectAll().where('diffId', '=', diffId).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

async function record(call: CommandContext, action: string, runId: string, reconStatus: string): Promise<void> {
  await writeAudit(call.tx, call, { action, subjectType: 'reconDay', subjectNo: runId, after: { reconStatus } });
}
