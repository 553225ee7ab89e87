import type { ParsedRequestOf, refusedCallback, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { faultIn, noteFault, QUIET_ATTEMPTS, readCallback, workOff } from '../../platform/gateways/index.ts';
import { autoResolve } from '../../platform/warnings/index.ts';
import { statusOf } from './refused-callbacks.ts';

/**
 * Works a listed message off again, as after a correction. What still does not fit is left as it is, with the reason of
 * now. @throws AppError CALLBACK_NOT_FOUND, STALE
 */
export async function processAgain(
  { callbackNo, version }: ParsedRequestOf<typeof refusedCallback.process>,
  call: CommandContext,
): Promise<ReplyOf<typeof refusedCallback.process>> {
  const { tx } = call;
  const state = await lockListed(call, callbackNo, version);
  const callback = await readCallback(tx, state);
  const tasks: (() => void | Promise<void>)[] = [];
  await sql`savepoint worked_off`.execute(tx);
  try {
    await workOff(tx, call.services.engine.topics, callback, (task) => tasks.push(task));
    await sql`release savepoint worked_off`.execute(tx);
    for (const task of tasks) call.afterCommit(task);
  } catch (error) {
    await sql`rollback to savepoint worked_off`.execute(tx);
    await noteFault(tx, callback, error);
  }
  const after = await stateOf(tx, callbackNo);
  const isDone = after.callbackStatus === 'PROCESSED' || after.callbackStatus === 'IGNORED';
  const refusedStatus = isDone ? null : statusOf(after.callbackStatus);
  if (isDone) await resolved(call, callbackNo);
  await writeAudit(tx, call, {
    action: 'refusedCallback.process',
    subjectType: 'callback',
    subjectNo: callbackNo,
    ...(state.merchantNo !== null && { merchantNo: state.merchantNo }),
    before: { callbackStatus: state.callbackStatus, fault: state.fault },
    after: { callbackStatus: after.callbackStatus, fault: after.fault },
  });
  return { callbackNo, refusedStatus, fault: after.fault === null ? null : faultIn(call.lang, after.fault) };
}

/** @throws AppError CALLBACK_NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function setAside(
  { callbackNo, version, reason }: ParsedRequestOf<typeof refusedCallback.setAside>,
  call: CommandContext,
): Promise<ReplyOf<typeof refusedCallback.setAside>> {
  const { tx } = call;
  const state = await lockListed(call, callbackNo, version);
  if (state.callbackStatus === 'SET_ASIDE') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'callback', state: state.callbackStatus, command: 'setAside' },
    });
  }
  await tx
    .updateTable('gatewayCallbackState')
    .set((eb) => ({ callbackStatus: 'SET_ASIDE', finishedAt: sql`now()`, version: eb('version', '+', 1) }))
    .where('callbackId', '=', state.callbackId)
    .execute();
  await resolved(call, callbackNo);
  await writeAudit(tx, call, {
    action: 'refusedCallback.setAside',
    subjectType: 'callback',
    subjectNo: callbackNo,
    ...(state.merchantNo !== null && { merchantNo: state.merchantNo }),
    before: { callbackStatus: state.callbackStatus },
    after: { callbackStatus: 'SET_ASIDE', reason },
  });
  return { callbackNo, refusedStatus: 'SET_ASIDE' };
}

const COLUMNS = ['callbackId', 'receivedAt', 'callbackStatus', 'fault', 'attempts', 'merchantNo', 'version'] as const;

async function lockListed({ tx, caller }: CommandContext, callbackNo: string, version: number) {
  const state = await lockOne(
    tx,
    tx.selectFrom('gatewayCallbackState').select(COLUMNS).where('callbackId', '=', Number(callbackNo)),
    {
      missing: 'CALLBACK_NOT_FOUND',
      subject: `callback ${callbackNo}`,
      state: (row) => row.version,
      isSeen: ({ merchantNo, callbackStatus, attempts }) =>
        merchantNo !== null &&
        seesMerchant(caller.scope, merchantNo) &&
        callbackStatus !== 'PROCESSED' &&
        callbackStatus !== 'IGNORED' &&
        (callbackStatus !== 'RECEIVED' || attempts > QUIET_ATTEMPTS),
    },
  );
  if (state.version !== version) throw new AppError('STALE');
  return state;
}

async function stateOf(tx: Tx, callbackNo: string) {
  return await tx
    .selectFrom('gatewayCallbackState')
    .select(['callbackStatus', 'fault'])
    .where('callbackId', '=', Number(callbackNo))
    .executeTakeFirstOrThrow();
}

/** The warning of it is over, and whoever sees it is told. */
async function resolved(call: CommandContext, callbackNo: string): Promise<void> {
  const of = { sourceType: 'CALLBACK_REFUSED', sourceKey: `CALLBACK-${callbackNo}` };
  await autoResolve(call.tx, of, call);
}
