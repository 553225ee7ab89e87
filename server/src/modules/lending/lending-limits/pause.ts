import type { loanLimit, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lendingDays, type LendingDay } from './days.ts';
import { subjectOf } from './limit.ts';
import { statusOf } from './list.ts';

type Form = ParsedRequestOf<typeof loanLimit.pause>;
type Reply = ReplyOf<typeof loanLimit.pause>;

/** The day of a limit within the scope, locked as whoever sends locks it. @throws AppError NOT_FOUND */
async function lockDay({ merchantNo, loanType }: Form, { tx, caller }: CommandContext): Promise<LendingDay> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const key = `lending ${subjectOf({ merchantNo, loanType })}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  const days = await lendingDays(tx, new Date(), [merchantNo]);
  const day = days.find((one) => one.loanType === loanType);
  if (day === undefined) throw new AppError('NOT_FOUND');
  noteState(tx, key, statusOf(day));
  return day;
}

async function finish(
  action: 'pause' | 'resume',
  form: Form,
  before: LendingDay,
  call: CommandContext,
): Promise<Reply> {
  const { merchantNo, loanType, reason } = form;
  const days = await lendingDays(call.tx, new Date(), [merchantNo]);
  const after = days.find((one) => one.loanType === loanType) ?? before;
  await writeAudit(call.tx, call, {
    action: `loanLimit.${action}`,
    subjectType: 'loanLimit',
    subjectNo: subjectOf(form),
    merchantNo,
    before: { limitStatus: statusOf(before) },
    after: { limitStatus: statusOf(after) },
    reason,
  });
  return { limitStatus: statusOf(after), waitingOrders: after.held.length };
}

/** @throws AppError NOT_FOUND, NOTHING_CHANGES */
export async function pauseLending(form: Form, call: CommandContext): Promise<Reply> {
  const before = await lockDay(form, call);
  if (before.pauseReason !== null) throw new AppError('NOTHING_CHANGES');
  const { merchantNo, loanType, reason } = form;
  await call.tx
    .insertInto('lendingPause')
    .values({ merchantNo, loanType, reason, pausedBy: call.caller.userNo })
    .execute();
  return await finish('pause', form, before, call);
}

/** @throws AppError NOT_FOUND, NOTHING_CHANGES */
export async function resumeLending(form: Form, call: CommandContext): Promise<Reply> {
  const before = await lockDay(form, call);
  if (before.pauseReason === null) throw new AppError('NOTHING_CHANGES');
  const { merchantNo, loanType } = form;
  await call.tx
    .deleteFrom('lendingPause')
    .where('merchantNo', '=', merchantNo)
    .where('loanType', '=', loanType)
    .execute();
  return await finish('resume', form, before, call);
}
