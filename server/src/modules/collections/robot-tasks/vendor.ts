import type { Database, Tx } from '../../../db/database.ts';
import { GatewayError, type RobotGateway } from '../../platform/gateways/index.ts';
import { type AiCommand, type AiTask, IN_DOUBT, lockAiTask, moveAsTold, SENDING } from './ai-store.ts';
import { askAboutAll, isTimeOf } from './ai-write.ts';
import { askVendor, redactedBatch } from './exchanges.ts';
import { keepScripts } from './scripts.ts';
import type { Vendor } from './vendor-port.ts';
import { withdrawRefused } from './withdraw.ts';

/** After so long a sending that nobody ended is in doubt: its process is gone. */
const LOST_MS = 120_000;

/**
 * Sends a task that was created, or that failed and is to go again. It is marked before it leaves, so no two send
 * it; an answer that never came leaves it in doubt, and a synchronisation alone ends that.
 */
export async function sendAiTask({ db, robot, log }: Vendor, taskNo: string, now = new Date()): Promise<void> {
  const task = await db.transaction().execute(async (tx) => {
    const one = await lockAiTask(tx, taskNo, 'all');
    const isDue = one.taskStatus === 'CREATED' || one.taskStatus === 'FAILED';
    if (!isDue || one.fault === SENDING || one.fault === IN_DOUBT) return null;
    if (one.taskStatus === 'CREATED' && !isTimeOf(one, now)) return null;
    if (one.taskStatus === 'CREATED' && (await hasNobody(tx, one))) {
      await moveAsTold(tx, one, ['failToSend'], { fault: NOBODY, syncedAt: now });
      return null;
    }
    return await moveAsTold(tx, one, [], { fault: SENDING, syncedAt: new Date() });
  });
  if (!task) return;
  const isFirst = task.taskStatus === 'CREATED';
  const [commands, fault, told] = await outcomeOf({ db, robot, log }, task, isFirst);
  await db.transaction().execute(async (tx) => {
    const one = await lockAiTask(tx, taskNo, 'all');
    if (one.fault !== SENDING) return;
    const vendorTaskId = told ?? one.vendorTaskId;
    await moveAsTold(tx, one, commands, { fault, vendorTaskId, syncedAt: new Date() });
  });
}

/** The gate lets nobody of a task through. */
export const NOBODY = 'NOBODY_MAY_BE_CALLED';

/** Whether a task whose start had to come has nobody left, now that the gate is asked. */
async function hasNobody(tx: Tx, task: AiTask): Promise<boolean> {
  const waits = await tx
    .selectFrom('aiTaskItem')
    .select('itemNo')
    .where('taskNo', '=', task.taskNo)
    .where('attemptId', 'is', null)
    .executeTakeFirst();
  return waits !== undefined && (await askAboutAll(tx, task)) === 0;
}

async function outcomeOf(
  { db, robot, log }: Vendor,
  { taskNo, scriptCode, voiceLanguage: language, dialFrom, dialTo }: AiTask,
  isFirst: boolean,
): Promise<readonly [readonly AiCommand[], fault: string | null, vendorTaskId: string | null]> {
  try {
    if (!robot) throw new GatewayError('REFUSED', 'no robot');
    const people = await db
      .selectFrom('aiTaskItem')
      .select(['phone', 'attemptId'])
      .where('taskNo', '=', taskNo)
      .where('refusedFor', 'is', null)
      .orderBy('itemNo')
      .execute();
    const calls = people.map(({ phone, attemptId }) => ({
      callNo: String(attemptId),
      phone,
      scriptCode,
      language,
      variables: {},
    }));
    const batch = { taskNo, hours: { from: dialFrom.slice(0, 5), to: dialTo.slice(0, 5) }, calls };
    const request = redactedBatch(batch);
    const held = await askVendor(
      db,
      { taskNo, asked: 'START', request },
      () => robot.start(batch),
      ({ vendorTaskId }) => vendorTaskId,
    );
    return [[isFirst ? 'send' : 'sendAgain'], null, held.vendorTaskId];
  } catch (error) {
    log.warn({ err: error, taskNo }, 'a task was not sent to the vendor');
    const isKnown = error instanceof GatewayError && error.fault !== 'UNKNOWN';
    if (isKnown) return [isFirst ? ['failToSend'] : [], error.message.slice(0, 200), null];
    return isFirst ? [['timeOut'], null, null] : [[], IN_DOUBT, null];
  }
}

type VendorStatus = Awaited<ReturnType<RobotGateway['statusOf']>>['status'];

/** How a task follows the vendor's word from where we have it. */
const FOLLOW: Readonly<
  Partial<Record<AiTask['taskStatus'], Readonly<Partial<Record<VendorStatus, readonly AiCommand[]>>>>>
> = {
  SENT: {
    RUNNING: ['start'],
    PAUSED: ['start', 'pause'],
    DONE: ['start', 'finish'],
    FAILED: ['start', 'fail'],
    STOPPED: ['stop'],
  },
  RUNNING: { PAUSED: ['pause'], DONE: ['finish'], FAILED: ['fail'], STOPPED: ['stop'] },
  PAUSED: {
    RUNNING: ['resume'],
    DONE: ['resume', 'finish'],
    FAILED: ['resume', 'fail'],
    STOPPED: ['stop'],
  },
};

/** Asks the vendor what became of a task, and follows. Nothing where the vendor does not answer. */
export async function syncAiTask({ db, robot, log }: Vendor, taskNo: string): Promise<void> {
  if (!robot) return;
  let told: VendorStatus | 'UNHEARD_OF';
  let named: string | null = null;
  try {
    const held = await askVendor(
      db,
      { taskNo, asked: 'STATUS' },
      () => robot.statusOf(taskNo),
      ({ status }) => status,
    );
    [told, named] = [held.status, held.vendorTaskId];
  } catch (error) {
    const isNo = error instanceof GatewayError && error.fault === 'REFUSED';
    if (!isNo) {
      log.info({ err: error, taskNo }, 'the vendor did not say what became of a task');
      return;
    }
    told = 'UNHEARD_OF';
  }
  await db.transaction().execute(async (tx) => {
    const one = await lockAiTask(tx, taskNo, 'all');
    await moveAsTold(tx, one, followed(one, told), {
      fault: isSettled(one) ? one.fault : null,
      // Of a task whose answer was lost, or that was sent before its vendor told.
      vendorTaskId: named ?? one.vendorTaskId,
      syncedAt: new Date(),
    });
  });
}

const isSettled = ({ fault }: AiTask): boolean => fault !== SENDING && fault !== IN_DOUBT;

/** The commands that lead from where we have a task to where the vendor has it. Pure. */
export function followed(
  one: Pick<AiTask, 'taskStatus' | 'fault'>,
  told: VendorStatus | 'UNHEARD_OF',
): readonly AiCommand[] {
  const { taskStatus, fault } = one;
  const isHeardOf = told !== 'UNHEARD_OF';
  if (taskStatus === 'UNKNOWN') {
    return isHeardOf ? ['syncSent', ...follow('SENT', told)] : ['syncFailed'];
  }
  if (taskStatus === 'FAILED' && fault === IN_DOUBT) {
    return isHeardOf ? ['sendAgain', ...follow('SENT', told)] : [];
  }
  return isHeardOf ? follow(taskStatus, told) : [];
}

const follow = (state: AiTask['taskStatus'], told: VendorStatus): readonly AiCommand[] => FOLLOW[state]?.[told] ?? [];

/** Sends what a process that ended left behind, and follows what is under way. */
export async function watchAiTasks(vendor: Vendor, now: Date): Promise<void> {
  const { db } = vendor;
  await keepScripts(vendor, now);
  const live = await db
    .selectFrom('aiTask')
    .select(['taskNo', 'taskStatus', 'fault', 'syncedAt'])
    .where((eb) =>
      eb.or([
        eb('taskStatus', 'in', ['CREATED', 'UNKNOWN', 'SENT', 'RUNNING', 'PAUSED']),
        eb('fault', 'in', [SENDING, IN_DOUBT]),
      ]),
    )
    .orderBy('taskNo')
    .execute();
  for (const { taskNo, taskStatus, fault, syncedAt } of live) {
    if (fault === SENDING) {
      const isLost = syncedAt !== null && now.getTime() - syncedAt.getTime() > LOST_MS;
      if (isLost) await leaveInDoubt(db, taskNo);
    } else if (taskStatus === 'CREATED') await sendAiTask(vendor, taskNo, now);
    else {
      await withdrawRefused(vendor, taskNo, now);
      await syncAiTask(vendor, taskNo);
    }
  }
}

async function leaveInDoubt(db: Database, taskNo: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const one = await lockAiTask(tx, taskNo, 'all');
    if (one.fault !== SENDING) return;
    const isFirst = one.taskStatus === 'CREATED';
    await moveAsTold(tx, one, isFirst ? ['timeOut'] : [], { fault: isFirst ? null : IN_DOUBT });
  });
}
