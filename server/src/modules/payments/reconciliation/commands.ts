import { createHash } from 'node:crypto';
import type { ParsedRequestOf, reconciliation } from '@kituo/sdk/contracts';
import { needed } from '../../../needed.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { ownerOf } from '../accounts/index.ts';
import { closeDayKind, recordReceiptKind, reopenDayKind } from './changes.ts';
import { lockDay, needAccount, rematch } from './days.ts';
import { endOf } from './difference-end.ts';
import { endKinds } from './end-kinds.ts';
import { keepResolution } from './learnt.ts';
import { paidTwiceKind } from './paid-twice.ts';
import { repeatKind } from './repeated-line.ts';
import { linesOf } from './statement-file.ts';
import { takeInStatement } from './take-in.ts';

/** Takes a statement in and matches its day. */
export async function importStatement(
  { accountId, businessDate, fileName, content }: ParsedRequestOf<typeof reconciliation.importStatement>,
  call: CommandContext,
) {
  await needAccount(call.tx, accountId, call.caller.scope);
  const lines = await linesOf(call.tx, accountId, { fileName, content });
  const fileMd5 = createHash('md5').update(content).digest('hex');
  return await takeInDay({ accountId, businessDate, fileName, fileMd5, lines }, call);
}

/** Takes the lines of a day in and matches it. @throws AppError STATEMENT_OTHER_DAY, and of `takeInStatement` */
export async function takeInDay(file: Parameters<typeof takeInStatement>[1], call: CommandContext) {
  const { tx, caller } = call;
  const { accountId, businessDate, fileName, lines } = file;
  const others = lines.filter(({ happenedAt }) => businessDateOf(happenedAt) !== businessDate);
  if (others[0]) {
    throw new AppError('STATEMENT_OTHER_DAY', {
      facts: { count: others.length, serial: others[0].serial },
      fields: ['businessDate'],
    });
  }
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

/**
 * Submits what ends a difference; the day is matched again with it, once somebody else approved. `isAnother`: a line that
 * repeats a reference is a movement of its own, and is matched as such.
 * @throws AppError NOT_FOUND, DAY_CLOSED, ILLEGAL_TRANSITION where nothing here ends it
 */
export async function resolveDifference(
  { diffId, reason, isAnother = false }: ParsedRequestOf<typeof reconciliation.resolve>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const found = await tx.selectFrom('reconDifference').selectAll().where('diffId', '=', diffId).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const { diffType, serial, flowNo } = found;
  const day = await lockDay(tx, found.runId, caller.scope);
  if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
  const makerUserNo = caller.userNo;
  const kept = async (changeNo: string) => {
    await keepResolution(tx, { ...found, accountCode: day.accountCode }, { isAnother, reason, changeNo });
    return { changeNo };
  };
  if (diffType === 'TWICE') {
    return await kept(await requestChange(repeatKind, { diffId, isAnother, makerUserNo }, call, reason));
  }
  if (isAnother) throw new AppError('ILLEGAL_TRANSITION');
  const { runId } = day;
  const payment = () => needed(flowNo, `the payment of ${diffId}`);
  const stated = () => needed(found.statementCents, `the statement's amount of ${diffId}`);
  const ask = async () => {
    switch (endOf(found)) {
      case 'bookFee': {
        const { merchantNo } = await ownerOf(tx, day.accountCode);
        const fee = { merchantNo, accountId: day.accountCode, statementCode: serial, chargedOn: day.businessDate };
        const of = { ...fee, amountCents: -stated(), makerUserNo };
        return await requestChange(endKinds.bookFee, { runId, of }, call, reason);
      }
      case 'record':
        return await requestChange(recordReceiptKind, { diffId, makerUserNo }, call, reason);
      case 'reverse':
        return await requestChange(endKinds.reverse, { runId, of: { flowNo: payment(), makerUserNo } }, call, reason);
      case 'adjust': {
        const of = { flowNo: payment(), statementCents: stated(), makerUserNo };
        return await requestChange(endKinds.adjust, { runId, of }, call, reason);
      }
      case 'claim':
        return await requestChange(paidTwiceKind, { diffId, makerUserNo }, call, reason);
      case null:
        // A payout ends by the channel's own word alone.
        throw new AppError('ILLEGAL_TRANSITION');
    }
  };
  return await kept(await ask());
}

type Stated = ParsedRequestOf<typeof reconciliation.close>;

export async function askToClose({ runId, reason }: Stated, call: CommandCall) {
  return { changeNo: await requestChange(closeDayKind, { runId }, call, reason) };
}

export async function askToReopen({ runId, reason }: Stated, call: CommandCall) {
  return { changeNo: await requestChange(reopenDayKind, { runId }, call, reason) };
}
