import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { needed } from '../../../needed.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { payoutPostings, postJournal } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { bankAccount } from '../flows/index.ts';
import { lockDay, needAccount, rematch } from './days.ts';
import { endOf } from './difference-end.ts';

const payload = z.strictObject({ diffId: z.string(), makerUserNo: z.string() });

/** The channel paid a payout a second time, or too much of it: payee receivable / bank, on the day it is found. */
export const paidTwiceKind: ChangeKind<z.output<typeof payload>> = {
  family: 'reconDifference',
  checkerCode: 'afterLoan:reconDifference:audit',
  lapsesAfterHours: 24,
  payload,
  kind: 'reconDifference.claim',
  title: { en: 'Claim overpaid payout', zh: '追回多付款项' },
  async describe(db, { diffId }, scope) {
    const { accountCode, serial, attemptNo, amountCents, merchantNo } = await twiceOf(db, diffId);
    await needAccount(db, accountCode, scope);
    return {
      subjectNo: diffId,
      subjectName: serial,
      concerns: [],
      merchantNos: [merchantNo],
      before: null,
      after: { attemptNo, amountCents },
      state: { attemptNo, amountCents },
    };
  },
  async apply({ diffId, makerUserNo }, call) {
    const { tx, caller } = call;
    // The trial of the request is the maker's own.
    const people = { makerUserNo, ...(caller.userNo !== makerUserNo && { checkerUserNo: caller.userNo }) };
    const { runId, serial, attemptNo, amountCents, merchantNo } = await claimBack(tx, diffId, caller.scope, people);
    await writeAudit(tx, call, {
      action: 'reconciliation.claim',
      subjectType: 'reconDay',
      subjectNo: runId,
      merchantNo,
      after: { serial, attemptNo, amountCents },
    });
    return { runId };
  },
};

/** Books the claim of a difference and matches its day with it. @throws AppError NOT_FOUND, DAY_CLOSED */
export async function claimBack(
  tx: Tx,
  diffId: string,
  scope: DataScope,
  people: { readonly makerUserNo: string; readonly checkerUserNo?: string },
) {
  const { runId } = await twiceOf(tx, diffId);
  const day = await lockDay(tx, runId, scope);
  // Under the lock: what the statement and the books say by now.
  await rematch(tx, day);
  const found = await twiceOf(tx, diffId);
  const { serial, attemptNo, amountCents, merchantNo, happenedAt } = found;
  const bank = bankAccount(day.accountCode);
  const { journalId, isNew } = await postJournal(tx, {
    kind: 'PAYOUT_CLAIMED',
    businessDate: businessDateOf(new Date()),
    merchantNo,
    cause: { type: 'PAYOUT', no: attemptNo },
    idempotencyKey: `payout-claim/${runId}/${serial}`,
    lines: payoutPostings.paidTwice({ bank, amountCents }),
    ...people,
  });
  if (!isNew) throw new Error(`${serial} of ${runId} was claimed before`);
  const claim = { runId, serial, attemptNo, accountCode: bank, amountCents, happenedAt, journalId };
  const { claimNo } = await tx
    .insertInto('payoutClaim')
    .values({ ...claim, ...people })
    .returning('claimNo')
    .executeTakeFirstOrThrow();
  await rematch(tx, { ...day, version: day.version + 1 });
  return { ...found, claimNo };
}

/** @throws AppError NOT_FOUND where it is no difference, or no longer one */
async function twiceOf(db: Queryable, diffId: string) {
  const found = await db
    .selectFrom('reconDifference as x')
    .innerJoin('reconDay as d', 'd.runId', 'x.runId')
    .innerJoin('payoutAttempt as p', 'p.attemptNo', 'x.attemptNo')
    .select(['x.runId', 'x.serial', 'x.statementCents', 'x.ourCents', 'x.happenedAt', 'd.accountCode'])
    .select(['x.diffType', 'x.flowNo', 'p.attemptNo', 'p.merchantNo'])
    .where('x.diffId', '=', diffId)
    .executeTakeFirst();
  if (!found || endOf(found) !== 'claim') throw new AppError('NOT_FOUND');
  const { statementCents, ourCents, diffType, flowNo: _flow, ...rest } = found;
  // A second payout has no entry of ours; one of too much has.
  const bookedCents = diffType === 'PAID_TWICE' && ourCents === null ? 0 : needed(ourCents, `our amount of ${diffId}`);
  return { ...rest, amountCents: bookedCents - needed(statementCents, `the amount of ${diffId}`) };
}
