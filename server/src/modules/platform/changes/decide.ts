import { isDeepStrictEqual } from 'node:util';
import type { change } from '@kituo/sdk/contracts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../audit/index.ts';
import { makerCheckerRequestMachine } from '../policy/index.ts';
import { announce } from './announce.ts';
import { type ChangeKind, narrower, scopeOfMaker } from './kinds.ts';
import { changesOf } from './query.ts';

interface Decision {
  readonly changeNo: string;
  readonly reason?: string | undefined;
}
const outcomes = { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const;
type Command = keyof typeof outcomes;

/** Locks a request the caller sees. Throws CHANGE_NOT_FOUND. */
async function lock(family: change.ChangeFamily, changeNo: string, call: CommandCall) {
  const { tx } = call;
  await changesOf(family).one(changeNo, { ...call, db: tx });
  const request = await tx
    .selectFrom('changeRequest')
    .selectAll()
    .where('changeNo', '=', changeNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const kind = request && call.services.changes.get(request.kind);
  if (!request || !kind) throw new AppError('CHANGE_NOT_FOUND');
  noteState(tx, `change ${changeNo}`, request.changeState);
  return { request, kind };
}
type Locked = Awaited<ReturnType<typeof lock>>;

/** Maker and checker are two people, and neither decides about themselves. */
function checkPerson({ request, kind }: Locked, command: Command, call: CommandCall): void {
  const { userNo, codes } = call.caller;
  const isMaker = request.makerUserNo === userNo;
  if (command === 'withdraw') {
    if (!isMaker) throw new AppError('FORBIDDEN');
    return;
  }
  if (!codes.has(kind.checkerCode)) throw new AppError('FORBIDDEN');
  if (isMaker) throw new AppError('CHANGE_OWN');
  if (request.concerns.includes(userNo)) throw new AppError('CHANGE_CONCERNS_YOU');
}

/** The state the command leads to. What has run out is as good as expired, swept or not. */
function stateAfter({ request }: Locked, command: Command): (typeof outcomes)[Command] {
  const hasLapsed = request.lapsesAt !== null && request.lapsesAt.getTime() <= Date.now();
  advance(makerCheckerRequestMachine, hasLapsed ? 'LAPSED' : request.changeState, command);
  return outcomes[command];
}

async function close(
  locked: Locked,
  command: Command,
  decision: Decision,
  call: CommandCall,
): Promise<change.ChangeRow> {
  const { request, kind } = locked;
  const { changeNo, makerUserNo } = request;
  const changeState = stateAfter(locked, command);
  await call.tx
    .updateTable('changeRequest')
    .set({
      changeState,
      decidedBy: call.caller.userNo,
      decidedAt: new Date(),
      decisionReason: decision.reason ?? null,
      payload: null,
    })
    .where('changeNo', '=', changeNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: `${kind.kind}.${command}`,
    subjectType: 'change',
    subjectNo: changeNo,
    before: { changeState: request.changeState, makerUserNo },
    after: { changeState },
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
  });
  if (command !== 'approve') {
    const { userNo } = call.caller;
    await kind.ended?.(call.tx, { changeNo, userNo, reason: decision.reason ?? null });
  }
  announce(call, { changeNo, changeState, makerUserNo }, kind);
  return await changesOf(kind.family).one(changeNo, { ...call, db: call.tx });
}

/** The subject as it is now, against what it was: a change is approved for what the checker saw. */
async function checkSubject(kind: ChangeKind, { request }: Locked, call: CommandCall) {
  const payload = kind.payload.parse(request.payload);
  const makerScope = scopeOfMaker(request);
  const now = await kind.describe(call.tx, payload, makerScope, call.services);
  const state: unknown = now.state === null ? null : JSON.parse(JSON.stringify(now.state));
  if (!isDeepStrictEqual(state, request.subjectState)) throw new AppError('STALE');
  if (now.concerns.includes(call.caller.userNo)) throw new AppError('CHANGE_CONCERNS_YOU');
  return { payload, scope: narrower(call.caller.scope, makerScope) };
}

/**
 * Carries the change out by the approver's own rights, so nobody approves what they could not do.
 * Throws CHANGE_OWN, CHANGE_CONCERNS_YOU, STALE, ILLEGAL_TRANSITION and what the command refuses;
 * the request then waits on.
 */
export async function approveChange(
  family: change.ChangeFamily,
  decision: Decision,
  call: CommandCall,
): Promise<{ change: change.ChangeRow; result: unknown }> {
  const locked = await lock(family, decision.changeNo, call);
  checkPerson(locked, 'approve', call);
  stateAfter(locked, 'approve');
  const { payload, scope } = await checkSubject(locked.kind, locked, call);
  const result = await locked.kind.apply(payload, {
    ...call,
    caller: { ...call.caller, scope },
  });
  return { change: await close(locked, 'approve', decision, call), result };
}

/** Ends a request without carrying it out. */
export async function endChange(
  command: 'reject' | 'withdraw',
  family: change.ChangeFamily,
  decision: Decision,
  call: CommandCall,
): Promise<change.ChangeRow> {
  const locked = await lock(family, decision.changeNo, call);
  checkPerson(locked, command, call);
  return await close(locked, command, decision, call);
}
