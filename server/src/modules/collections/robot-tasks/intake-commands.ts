import type { nineFour, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { noteFault, readCallback, toldBy, workOff } from '../../platform/gateways/index.ts';
import { intakeStatusOf } from './intake-row.ts';

type Replayed = ReplyOf<typeof nineFour.callBackReplay>;
type Topic = 'robot/call' | 'sms/delivery';

const COLUMNS = ['callbackId', 'receivedAt', 'topic', 'callbackStatus', 'attempts', 'merchantNo', 'version'] as const;

/** Works a report off again. @throws AppError CALLBACK_NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function replay(
  topic: Topic,
  { intakeId, version }: ParsedRequestOf<typeof nineFour.callBackReplay>,
  call: CommandCall,
): Promise<Replayed> {
  const state = await lockIntake(topic, intakeId, version, call);
  return await again(state, 'replay', call);
}

/** As `replay`, of a report as it is when its turn comes. @throws AppError CALLBACK_NOT_FOUND, ILLEGAL_TRANSITION */
export async function replayAsItIs(topic: Topic, intakeId: string, call: CommandContext): Promise<Replayed> {
  return await again(await lockIntake(topic, intakeId, null, call), 'replay', call);
}

/**
 * Joins a report that is about no call we know to the newest robot call of a case that has none.
 * @throws AppError CALLBACK_NOT_FOUND, STALE, ILLEGAL_TRANSITION, CASE_NOT_FOUND, AI_CALL_NOT_FOUND
 */
export async function match(
  { intakeId, version, caseNo }: ParsedRequestOf<typeof nineFour.callBackMatch>,
  call: CommandCall,
): Promise<Replayed> {
  const { tx, caller } = call;
  const state = await lockIntake('robot/call', intakeId, version, call);
  if (state.callbackStatus !== 'IGNORED')
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'report', state: intakeStatusOf(state), command: 'match' },
    });
  const callNo = toldBy(await readCallback(tx, state)).fields.get('callNo');
  const one = await tx
    .selectFrom('collectionCase')
    .select('merchantNo')
    .where('caseNo', '=', caseNo)
    .executeTakeFirst();
  if (!one || !seesMerchant(caller.scope, one.merchantNo)) throw new AppError('CASE_NOT_FOUND', { fields: ['caseNo'] });
  const attempt = await tx
    .selectFrom('contactAttempt as a')
    .select('a.attemptId')
    .where('a.caseNo', '=', caseNo)
    .where('a.channel', '=', 'ROBOT')
    .where('a.refusedFor', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('contactResult as r').select('r.resultId').whereRef('r.attemptId', '=', 'a.attemptId')),
      ),
    )
    .orderBy('a.attemptedAt', 'desc')
    .executeTakeFirst();
  if (!attempt || callNo === undefined) throw new AppError('AI_CALL_NOT_FOUND', { fields: ['caseNo'] });
  await tx
    .insertInto('contactReference')
    .values({ gateway: 'ROBOT', reference: callNo, attemptId: attempt.attemptId })
    .execute();
  await tx.updateTable('gatewayCallbackState').set({ merchantNo: one.merchantNo }).where(isOf(state)).execute();
  return await again(state, 'match', call, { caseNo });
}

type Intake = Awaited<ReturnType<typeof lockIntake>>;

/** A report and its copies: they are about the same, and are seen by the same. */
const isOf = ({ callbackId }: Pick<Intake, 'callbackId'>) =>
  sql<boolean>`(callback_id = ${callbackId} or duplicate_of = ${callbackId})`;

async function lockIntake(
  topic: Topic,
  intakeId: string,
  version: number | null,
  { tx, caller }: Pick<CommandContext, 'tx' | 'caller'>,
) {
  const state = await lockOne(
    tx,
    tx
      .selectFrom('gatewayCallbackState')
      .select(COLUMNS)
      .where('callbackId', '=', Number(intakeId))
      .where('topic', '=', topic),
    {
      missing: 'CALLBACK_NOT_FOUND',
      subject: `callback ${intakeId}`,
      state: (row) => row.version,
      isSeen: ({ merchantNo }) =>
        merchantNo === null ? caller.scope === 'all' : seesMerchant(caller.scope, merchantNo),
    },
  );
  if (version !== null && state.version !== version) throw new AppError('STALE');
  return state;
}

/**
 * What took effect once changes nothing, and neither does a copy; what still does not fit stays listed with the reason of now; what nobody has
 * proved to be the vendor's is not looked into. @throws AppError ILLEGAL_TRANSITION
 */
async function again(
  state: Intake,
  command: 'replay' | 'match',
  call: CommandContext,
  facts: object = {},
): Promise<Replayed> {
  const { tx } = call;
  const intakeId = String(state.callbackId);
  if (state.callbackStatus === 'UNPROVEN')
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'report', state: intakeStatusOf(state), command },
    });
  if (state.callbackStatus !== 'PROCESSED' && state.callbackStatus !== 'DUPLICATE') {
    const callback = await readCallback(tx, state);
    const tasks: (() => void | Promise<void>)[] = [];
    await sql`savepoint worked_off`.execute(tx);
    try {
      const { topics } = call.services.engine;
      await workOff(tx, topics, callback, (task) => tasks.push(task));
      // When it came nobody knew what it is about.
      const subject = await topics[state.topic]?.about?.(tx, toldBy(callback));
      if (subject)
        await tx
          .updateTable('gatewayCallbackState')
          .set({ merchantNo: subject.merchantNo, subjectNo: subject.subjectNo })
          .where(isOf(state))
          .execute();
      await sql`release savepoint worked_off`.execute(tx);
      for (const task of tasks) call.afterCommit(task);
    } catch (error) {
      await sql`rollback to savepoint worked_off`.execute(tx);
      await noteFault(tx, callback, error);
    }
  }
  const after = await tx
    .selectFrom('gatewayCallbackState')
    .select(['callbackStatus', 'attempts', 'fault'])
    .where('callbackId', '=', state.callbackId)
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: `aiCallBack.${command}`,
    subjectType: 'callback',
    subjectNo: intakeId,
    ...(state.merchantNo !== null && { merchantNo: state.merchantNo }),
    before: { callbackStatus: state.callbackStatus },
    after: { callbackStatus: after.callbackStatus, fault: after.fault, ...facts },
  });
  return { intakeId, intakeStatus: intakeStatusOf(after), error: after.fault };
}
