import { createHash } from 'node:crypto';
import type { ParsedRequestOf, reconciliation } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { ownerOf } from '../accounts/index.ts';
import { bookFeeKind } from '../channel-fees/index.ts';
import { adjustKind, reverseKind } from '../flows/index.ts';
import { closeDayKind, recordReceiptKind, reopenDayKind } from './changes.ts';
import { lockDay, needAccount, rematch } from './days.ts';
import { linesOf } from './statement-file.ts';
import { takeInStatement } from './take-in.ts';

/** Takes a statement in and matches its day. */
export async function importStatement(
  { accountId, businessDate, fileName, content }: ParsedRequestOf<typeof reconciliation.importStatement>,
  call: CommandCall,
) {
  const { tx, caller } = call;
  await needAccount(tx, accountId, caller.scope);
  const lines = await linesOf(tx, accountId, { fileName, content });
  const others = lines.filter(({ happenedAt }) => businessDateOf(happenedAt) !== businessDate);
  if (others[0]) {
    throw new AppError('STATEMENT_OTHER_DAY', {
      facts: { count: others.length, serial: others[0].serial },
      fields: ['businessDate'],
    });
  }
  const fileMd5 = createHash('md5').update(content).digest('hex');
  const file = { accountId, businessDate, fileName, fileMd5, lines };
  const { added, ...done } = await takeInStatement(tx, file, caller);
  await writeAudit(tx, call, {
    action: 'reconciliation.import',
    subjectType: 'reconDay',
    subjectNo: done.runId,
    after: { accountId, businessDate, fileName, lines: added, diffCount: done.diffCount },
  });
  return done;
}

export async function matchAgain({ runId }: { readonly runId: string }, call: CommandCall) {
  const { tx, caller } = call;
  const day = await lockDay(tx, runId, caller.scope);
  const done = await rematch(tx, day);
  await writeAudit(tx, call, {
    action: 'reconciliation.run',
    subjectType: 'reconDay',
    subjectNo: runId,
    before: { reconStatus: day.reconStatus, diffCount: day.diffCount },
    after: { reconStatus: done.reconStatus, diffCount: done.diffCount },
  });
  return done;
}

/** Submits what ends a difference; the day is matched again once somebody else approved. */
export async function resolveDifference(
  { diffId, reason }: ParsedRequestOf<typeof reconciliation.resolve>,
  call: CommandCall,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const found = await tx.selectFrom('reconDifference').selectAll().where('diffId', '=', diffId).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const { diffType, serial, statementCents, flowNo } = found;
  const day = await lockDay(tx, found.runId, caller.scope);
  if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
  const makerUserNo = caller.userNo;
  const ask = async () => {
    if (diffType === 'CHANNEL_FEE' && statementCents !== null) {
      const { merchantNo } = await ownerOf(tx, day.accountCode);
      const fee = { merchantNo, accountId: day.accountCode, statementCode: serial, chargedOn: day.businessDate };
      return await requestChange(bookFeeKind, { ...fee, amountCents: -statementCents, makerUserNo }, call, reason);
    }
    if (diffType === 'MISSING_HERE' && statementCents !== null && statementCents > 0) {
      return await requestChange(recordReceiptKind, { diffId, makerUserNo }, call, reason);
    }
    if (diffType === 'MISSING_THERE' && flowNo !== null) {
      return await requestChange(reverseKind, { flowNo, makerUserNo }, call, reason);
    }
    if (diffType === 'AMOUNT' && flowNo !== null && statementCents !== null) {
      return await requestChange(adjustKind, { flowNo, statementCents, makerUserNo }, call, reason);
    }
    // A payout ends by the channel's own word alone.
    throw new AppError('ILLEGAL_TRANSITION');
  };
  return { changeNo: await ask() };
}

type Stated = ParsedRequestOf<typeof reconciliation.close>;

export async function askToClose({ runId, reason }: Stated, call: CommandCall) {
  return { changeNo: await requestChange(closeDayKind, { runId }, call, reason) };
}

export async function askToReopen({ runId, reason }: Stated, call: CommandCall) {
  return { changeNo: await requestChange(reopenDayKind, { runId }, call, reason) };
}
