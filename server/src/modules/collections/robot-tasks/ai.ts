import type { aiTask, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { aiTaskMachine, casesMatching } from '../collections/index.ts';
import { type AiTask, IN_DOUBT, lockAiTask, moveAiTask, SENDING } from './ai-store.ts';
import { freeOf, isTimeOf, MAX_AT_VENDOR, writeAiTask } from './ai-write.ts';
import { type Asker, caseAudienceOf, ofCases, refuseUnseen } from './audiences.ts';
import { askVendor } from './exchanges.ts';
import { refuseHours, sizeOf } from './create.ts';
import { refuseUnknownScript } from './scripts.ts';
import { askForReportsOf } from './missing-reports.ts';
import { sendAiTask, syncAiTask } from './vendor.ts';
import type { Vendor } from './vendor-port.ts';

type Moved = ReplyOf<typeof aiTask.send>;

export const vendorOf = ({ db, services, log }: CommandContext): Vendor => ({
  db,
  log,
  robot: services.engine.gateways.robot ?? null,
});

/**
 * Asks the gate for each borrower, whose answer is kept as an attempt, and sends those it lets through after the
 * commit.
 * One whose start is still to come leaves then.
 * @throws AppError ROBOT_HOURS, ROBOT_SCRIPT_UNKNOWN, CASE_NOT_FOUND, ROBOT_ONE_MERCHANT, ROBOT_AUDIENCE_EMPTY
 */
export async function createAiTask(
  request: ParsedRequestOf<typeof aiTask.create>,
  call: CommandContext,
): Promise<ReplyOf<typeof aiTask.create>> {
  const { tx, caller } = call;
  await refuseHours(tx, request);
  await refuseUnknownScript(tx, request.scriptCode);
  const { taskName, scriptCode, voiceLanguage, dialFrom, dialTo } = request;
  const form = { taskName, scriptCode, voiceLanguage, dialFrom, dialTo, startAt: new Date(request.startAt) };
  const { merchantNo, people, leftOut } = await whoIn(request, { db: tx, caller });
  const facts = { ...form, merchantNo, planNo: null, createdBy: caller.userNo };
  const { made, sent } = await writeAiTask(tx, facts, people, { isDue: isTimeOf(form, new Date()) });
  const { taskNo, taskStatus, version } = made;
  if (sent === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  const gateRefused = people.length - sent;
  await told(call, 'create', null, made, { sent, gateRefused, leftOut });
  call.afterCommit(() => sendAiTask(vendorOf(call), taskNo));
  return { taskNo, taskStatus, version, sent, gateRefused, leftOut };
}

/**
 * Cases by number, or those that match now: a borrower once, and nobody whom another task is calling.
 * @throws AppError CASE_NOT_FOUND, ROBOT_ONE_MERCHANT, REFERENCE_UNKNOWN, ROBOT_AUDIENCE_EMPTY, BAD_REQUEST past the limit
 */
async function whoIn(request: ParsedRequestOf<typeof aiTask.create>, asker: Asker) {
  const { caseIds, merchantNo = '', caseScope = null } = request;
  if (caseIds) return { ...(await ofCases(asker, caseIds, null)), leftOut: 0 };
  await refuseUnseen(asker, merchantNo);
  const found = await casesMatching(asker, caseScope, { merchantNo, ...caseAudienceOf(request) }, MAX_AT_VENDOR + 1);
  if (found.length > MAX_AT_VENDOR) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'merchantNo', msg: 'At most 5,000 cases' }] });
  }
  const { people, leftOut } = await freeOf(asker.db, found);
  if (people.length === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  return { merchantNo, people, leftOut };
}

/** What a task with these filters would be now. @throws AppError REFERENCE_UNKNOWN */
export async function audienceOfAi(
  { caseScope, ...filters }: ParsedRequestOf<typeof aiTask.audienceSize>,
  asker: Asker,
): Promise<ReplyOf<typeof aiTask.audienceSize>> {
  return await sizeOf(filters, asker, caseScope ?? null);
}

async function told(
  call: CommandContext,
  action: string,
  before: AiTask | null,
  after: AiTask,
  facts: object = {},
): Promise<Moved> {
  const { taskNo, merchantNo, taskStatus, version } = after;
  await writeAudit(call.tx, call, {
    action: `aiTask.${action}`,
    subjectType: 'aiTask',
    subjectNo: taskNo,
    merchantNo,
    ...(before && { before: { taskStatus: before.taskStatus } }),
    after: { taskStatus, ...facts },
  });
  return { taskNo, taskStatus, version };
}

type One = ParsedRequestOf<typeof aiTask.send>;

/** @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_IN_DOUBT */
export async function sendAgain({ taskNo }: One, call: CommandContext): Promise<Moved> {
  const before = await lockAiTask(call.tx, taskNo, call.caller.scope);
  advance(aiTaskMachine, before.taskStatus, 'sendAgain');
  if (before.fault === SENDING || before.fault === IN_DOUBT) throw new AppError('ROBOT_IN_DOUBT');
  call.afterCommit(() => sendAiTask(vendorOf(call), taskNo));
  return await told(call, 'send', before, before);
}

const ASKED = { pause: 'PAUSE', resume: 'RESUME', stop: 'STOP' } as const;

/** The vendor is asked after the commit; what it does with it, the next synchronisation tells. @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_IN_DOUBT */
export async function control(
  command: 'pause' | 'resume' | 'stop',
  { taskNo }: One,
  call: CommandContext,
): Promise<Moved> {
  const before = await lockAiTask(call.tx, taskNo, call.caller.scope);
  if (before.fault === SENDING) throw new AppError('ROBOT_IN_DOUBT');
  const after = await moveAiTask(call.tx, before, [command]);
  const { db, robot, log } = vendorOf(call);
  call.afterCommit(async () => {
    // The vendor has not heard of it yet.
    if (before.taskStatus === 'CREATED' || robot === null) return;
    try {
      await askVendor(db, { taskNo, asked: ASKED[command] }, () => robot[command](taskNo));
    } catch (error) {
      log.warn({ err: error, taskNo, command }, 'the vendor did not take a command');
    }
  });
  return await told(call, command, before, after);
}

/** @throws AppError ROBOT_TASK_NOT_FOUND */
export async function sync({ taskNo }: One, call: CommandContext): Promise<Moved> {
  const before = await lockAiTask(call.tx, taskNo, call.caller.scope);
  const { engine } = call.services;
  call.afterCommit(async () => {
    const vendor = vendorOf(call);
    await syncAiTask(vendor, taskNo);
    const takeIn = (report: unknown) => engine.takeIn('robot/call', report);
    await askForReportsOf(vendor, takeIn, taskNo, new Date(), { isAll: true });
  });
  return await told(call, 'sync', before, before);
}
