import type { config } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesAll } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { configurationVersionMachine, startOfBusinessDate } from '../policy/index.ts';
import { checkDay, finish, lockThing, needCode, parseValue, readVersion } from './draft.ts';
import type { ConfigFamily } from './families.ts';
import { familyOf, type VersionRecord } from './read.ts';
import { reachOf, seesSubject } from './subject-scope.ts';

interface Request {
  readonly versionId: string;
  readonly version: number;
  readonly reason?: string | undefined;
}
type Command = 'submit' | 'schedule' | 'approve' | 'reject' | 'withdraw';

/** The version, with nobody else at the same thing. Throws NOT_FOUND, FORBIDDEN, STALE. */
async function take({ versionId, version }: Request, call: CommandContext) {
  const { configKey, subjectNo } = await readVersion(call.tx, versionId);
  const family = familyOf(configKey, call);
  const scope = await reachOf(family, call);
  if (!seesSubject(subjectNo, scope)) throw new AppError('NOT_FOUND');
  await lockThing(call.tx, configKey, subjectNo);
  const record = await readVersion(call.tx, versionId);
  if (record.version !== version) throw new AppError('STALE');
  if (!seesAll(scope, family.reaches?.(parseValue(family, record.value)) ?? [])) throw new AppError('FORBIDDEN');
  noteState(call.tx, `config ${versionId}`, version);
  return { family, record };
}

async function move(record: VersionRecord, command: Command, changes: object, call: CommandContext): Promise<void> {
  await call.tx
    .updateTable('configVersion')
    .set({
      ...changes,
      storedStatus: advance(configurationVersionMachine, record.versionStatus, command),
      updatedAt: new Date(),
      version: record.version + 1,
    })
    .where('versionId', '=', record.versionId)
    .execute();
}

function agreed(family: ConfigFamily, record: VersionRecord, checkerUserNo: string | null) {
  const { subjectNo, effectiveFrom, makerUserNo } = record;
  return { subjectNo, value: parseValue(family, record.value), effectiveFrom, makerUserNo, checkerUserNo };
}

/** Lets a version take force on its day: at its beginning, or now where that is past. */
async function schedule(
  family: ConfigFamily,
  record: VersionRecord,
  command: 'schedule' | 'approve',
  changes: object,
  call: CommandContext,
): Promise<void> {
  const { tx, caller } = call;
  advance(configurationVersionMachine, record.versionStatus, command);
  await family.check?.(tx, record.subjectNo, parseValue(family, record.value), record.effectiveFrom);
  await checkDay(tx, family, record);
  const begins = startOfBusinessDate(record.effectiveFrom);
  const inForceFrom = sql<Date>`greatest(now(), ${begins}::timestamptz)`;
  await move(record, command, { ...changes, inForceFrom }, call);
  const checker = command === 'approve' ? caller.userNo : null;
  await family.scheduled?.(tx, agreed(family, record, checker));
}

export async function submitVersion(request: Request, call: CommandContext): Promise<config.ConfigVersion> {
  const { family, record } = await take(request, call);
  needCode(family.access.save, call);
  if (!(await asksChecker(family, record, call))) {
    await schedule(family, record, 'schedule', {}, call);
  } else {
    advance(configurationVersionMachine, record.versionStatus, 'submit');
    await checkDay(call.tx, family, record);
    await move(record, 'submit', {}, call);
  }
  return await finish('submit', record, record.versionId, call);
}

async function asksChecker(family: ConfigFamily, record: VersionRecord, { tx }: CommandContext): Promise<boolean> {
  if (family.access.decide === null) return false;
  const { subjectNo, effectiveFrom } = record;
  const value = parseValue(family, record.value);
  return (await family.asksChecker?.(tx, { subjectNo, value, effectiveFrom })) ?? true;
}

/** Throws CHANGE_OWN to everybody who wrote on it. */
function checkPerson(family: ConfigFamily, record: VersionRecord, call: CommandContext): void {
  needCode(family.access.decide, call);
  if (record.editorUserNos.includes(call.caller.userNo)) throw new AppError('CHANGE_OWN');
}

export async function approveVersion(request: Request, call: CommandContext): Promise<config.ConfigVersion> {
  const { family, record } = await take(request, call);
  checkPerson(family, record, call);
  const changes = { checkerUserNo: call.caller.userNo, decisionReason: request.reason ?? null };
  await schedule(family, record, 'approve', changes, call);
  return await finish('approve', record, record.versionId, call, request.reason);
}

export async function rejectVersion(request: Request, call: CommandContext): Promise<config.ConfigVersion> {
  const { family, record } = await take(request, call);
  checkPerson(family, record, call);
  const changes = { checkerUserNo: call.caller.userNo, decisionReason: request.reason ?? null };
  await move(record, 'reject', changes, call);
  return await finish('reject', record, record.versionId, call, request.reason);
}

/** Takes back a draft or a version whose day has not come. What holds already stays. */
export async function withdrawVersion(request: Request, call: CommandContext): Promise<config.ConfigVersion> {
  const { family, record } = await take(request, call);
  needCode(family.access.save, call);
  await move(record, 'withdraw', { decisionReason: request.reason ?? null }, call);
  if (record.versionStatus === 'SCHEDULED') {
    await family.withdrawn?.(call.tx, agreed(family, record, record.checkerUserNo));
  }
  return await finish('withdraw', record, record.versionId, call, request.reason);
}

/** Writes down what has taken force meanwhile. Nothing depends on when it runs. Answers how many. */
export async function settleConfigVersions(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE config_version v SET stored_status = derived.version_status
    FROM config_version_now derived
    WHERE derived.version_id = v.version_id AND derived.version_status <> v.stored_status
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
