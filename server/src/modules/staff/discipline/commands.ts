import { discipline, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { disciplineMachine } from './discipline.machine.ts';
import { lastObjectionDay } from './objection-days.ts';
import { areSeen } from './vouchers.ts';
import type { DisciplineRecordTable } from './tables.ts';

type Moved = ReplyOf<typeof discipline.save>;
export type RecordForm = ParsedRequestOf<typeof discipline.save>;
type DisciplineRecord = Selectable<DisciplineRecordTable>;

/**
 * @throws AppError JOB_NUMBER_UNKNOWN, POINTS_OUT_OF_RANGE, HAPPENED_LATER, DISCIPLINE_EXISTS, DISCIPLINE_OWN,
 *   ATTACHMENT_NOT_FOUND
 */
export async function saveRecord(
  form: RecordForm,
  call: CommandContext,
  source: 'MANUAL' | 'IMPORT' = 'MANUAL',
): Promise<Moved> {
  const { tx, caller } = call;
  const { disciplineType, points, happenedOn } = form;
  const person = await checkedPerson(tx, form, call);
  const { jobNumber: _, voucherIds, ...record } = form;
  const made = await tx
    .insertInto('disciplineRecord')
    .values({
      ...record,
      voucherIds: [...voucherIds],
      userNo: person.userNo,
      source,
      recordedBy: caller.userNo,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recordNo')
    .executeTakeFirst();
  if (!made) throw new AppError('DISCIPLINE_EXISTS', { fields: ['happenedOn'] });
  const { recordNo } = made;
  await writeAudit(tx, call, {
    action: 'discipline.save',
    subjectType: 'disciplineRecord',
    subjectNo: recordNo,
    after: { userNo: person.userNo, disciplineType, points, happenedOn, disciplineStatus: 'PENDING' },
  });
  return { recordNo, disciplineStatus: 'PENDING' };
}

/** Whom a job number finds. @throws AppError JOB_NUMBER_UNKNOWN */
export async function personOf(
  db: Queryable,
  { jobNumber }: Pick<RecordForm, 'jobNumber'>,
  call: Pick<CommandContext, 'caller'>,
): Promise<ReplyOf<typeof discipline.person>> {
  const person = await db
    .selectFrom('appUser as u')
    .leftJoin('department as d', 'd.deptNo', 'u.deptNo')
    .select(['u.userNo', 'u.realName', 'd.deptName'])
    .where('u.jobNumber', '=', jobNumber)
    .executeTakeFirst();
  if (!person || !(await isSeen(db, person.userNo, call)))
    throw new AppError('JOB_NUMBER_UNKNOWN', { fields: ['jobNumber'] });
  return person;
}

/**
 * Whom a record is about, once all that it says may be.
 * @throws AppError JOB_NUMBER_UNKNOWN, DISCIPLINE_OWN, POINTS_OUT_OF_RANGE, HAPPENED_LATER, ATTACHMENT_NOT_FOUND
 */
export async function checkedPerson(
  db: Queryable,
  { jobNumber, disciplineType, points, happenedOn, voucherIds }: RecordForm,
  call: Pick<CommandContext, 'caller'>,
): Promise<{ readonly userNo: string }> {
  const person = await personOf(db, { jobNumber }, call);
  if (person.userNo === call.caller.userNo) throw new AppError('DISCIPLINE_OWN', { fields: ['jobNumber'] });
  const [from, to] = discipline.POINTS[disciplineType];
  if (points < from || points > to)
    throw new AppError('POINTS_OUT_OF_RANGE', { fields: ['points'], facts: { from, to } });
  if (happenedOn > businessDateOf(new Date())) throw new AppError('HAPPENED_LATER', { fields: ['happenedOn'] });
  if (!(await areSeen(db, call.caller, voucherIds)))
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
  return person;
}

/** Whether the person is one of the caller's merchants. */
export async function isSeen(
  db: Queryable,
  userNo: string,
  { caller }: Pick<CommandContext, 'caller'>,
): Promise<boolean> {
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos === null) return true;
  const shared = await db
    .selectFrom('userMerchant')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where('merchantNo', 'in', [...merchantNos, ''])
    .executeTakeFirst();
  return shared !== undefined;
}

/** @throws AppError DISCIPLINE_NOT_FOUND, STALE */
async function lockRecord(recordNo: string, version: number | null, call: CommandContext): Promise<DisciplineRecord> {
  const { tx, caller } = call;
  const record = await lockOne(tx, tx.selectFrom('disciplineRecord').selectAll().where('recordNo', '=', recordNo), {
    missing: 'DISCIPLINE_NOT_FOUND',
    subject: `discipline record ${recordNo}`,
    state: (row) => row.version,
  });
  if (record.userNo !== caller.userNo && !(await isSeen(tx, record.userNo, call)))
    throw new AppError('DISCIPLINE_NOT_FOUND');
  if (version !== null && record.version !== version) throw new AppError('STALE');
  return record;
}

/** Of one of many, whatever its version: its state decides. */
type Decision = Omit<ParsedRequestOf<typeof discipline.confirm>, 'version'> & { readonly version: number | null };

/** @throws AppError DISCIPLINE_NOT_FOUND, STALE, DISCIPLINE_OWN, MAKER_IS_CHECKER, OBJECTION_UNANSWERED, ILLEGAL_TRANSITION */
export async function decideRecord(
  command: 'confirm' | 'dismiss',
  { recordNo, version, reason, answer }: Decision,
  call: CommandContext,
): Promise<Moved> {
  const { caller } = call;
  const record = await lockRecord(recordNo, version, call);
  if (record.userNo === caller.userNo) throw new AppError('DISCIPLINE_OWN');
  if (record.recordedBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  if (record.objection !== null && answer === undefined)
    throw new AppError('OBJECTION_UNANSWERED', { fields: ['answer'] });
  return await move(record, command, { reason, answer: answer ?? null }, call);
}

/** @throws AppError DISCIPLINE_NOT_FOUND, STALE, DISCIPLINE_OWN, ILLEGAL_TRANSITION */
export async function revokeRecord(
  { recordNo, version, reason }: ParsedRequestOf<typeof discipline.revoke>,
  call: CommandCall,
): Promise<Moved> {
  const record = await lockRecord(recordNo, version, call);
  if (record.userNo === call.caller.userNo) throw new AppError('DISCIPLINE_OWN');
  return await move(record, 'revoke', { reason, answer: record.answer }, call);
}

async function move(
  record: DisciplineRecord,
  command: 'confirm' | 'dismiss' | 'revoke',
  { reason, answer }: { readonly reason: string; readonly answer: string | null },
  call: CommandContext,
): Promise<Moved> {
  const { tx, caller } = call;
  const { recordNo } = record;
  const disciplineStatus = await transition(call, {
    machine: disciplineMachine,
    command,
    of: record,
    field: 'disciplineStatus',
    write: async (status) =>
      await tx
        .updateTable('disciplineRecord')
        .set((eb) => ({
          disciplineStatus: status,
          answer,
          decidedBy: caller.userNo,
          decidedAt: new Date(),
          decisionReason: reason,
          version: eb('version', '+', 1),
        }))
        .where('recordNo', '=', recordNo)
        .execute(),
    audit: {
      action: `discipline.${command}`,
      subjectType: 'disciplineRecord',
      subjectNo: recordNo,
      after: { answer },
      reason,
    },
  });
  return { recordNo, disciplineStatus };
}

/** @throws AppError DISCIPLINE_NOT_FOUND, STALE, OBJECTION_LATE, ILLEGAL_TRANSITION */
export async function objectTo(
  { recordNo, version, objection }: ParsedRequestOf<typeof discipline.appeal>,
  call: CommandCall,
): Promise<Moved> {
  const { tx, caller } = call;
  const record = await lockRecord(recordNo, version, call);
  if (record.userNo !== caller.userNo) throw new AppError('DISCIPLINE_NOT_FOUND');
  const { disciplineStatus } = record;
  if (disciplineStatus !== 'PENDING' || record.objection !== null)
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'discipline record', state: disciplineStatus, command: 'object' },
    });
  const last = await lastObjectionDay(tx, businessDateOf(record.recordedAt));
  if (businessDateOf(new Date()) > last) throw new AppError('OBJECTION_LATE', { facts: { last } });
  await tx
    .updateTable('disciplineRecord')
    .set((eb) => ({ objection, objectedAt: new Date(), version: eb('version', '+', 1) }))
    .where('recordNo', '=', recordNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'discipline.appeal',
    subjectType: 'disciplineRecord',
    subjectNo: recordNo,
    after: { objection },
  });
  return { recordNo, disciplineStatus };
}

/**
 * A record that something else proposes, for a person to confirm: an abnormal day, a fatal inspection. The same reference
 * proposes once.
 */
export async function proposeRecord(
  tx: Tx,
  proposal: Pick<
    DisciplineRecord,
    'userNo' | 'disciplineType' | 'disciplineLevel' | 'points' | 'happenedOn' | 'content'
  > & {
    readonly source: 'SCHEDULE' | 'QUALITY' | 'SECURITY';
    readonly sourceRef: string;
    /** Who proposed it; nobody where it was automatic. */
    readonly recordedBy?: string;
  },
): Promise<string | null> {
  const made = await tx
    .insertInto('disciplineRecord')
    .values(proposal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('recordNo')
    .executeTakeFirst();
  return made?.recordNo ?? null;
}

/** Takes back what was proposed once its reason is gone: dismissed while it awaits a decision, revoked after it. */
export async function withdrawProposal(
  { source, sourceRef }: Pick<DisciplineRecord, 'source'> & { readonly sourceRef: string },
  reason: string,
  call: CommandContext,
): Promise<void> {
  const record = await call.tx
    .selectFrom('disciplineRecord')
    .selectAll()
    .where('source', '=', source)
    .where('sourceRef', '=', sourceRef)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (record?.disciplineStatus !== 'PENDING' && record?.disciplineStatus !== 'CONFIRMED') return;
  const command = record.disciplineStatus === 'PENDING' ? 'dismiss' : 'revoke';
  await move(record, command, { reason, answer: record.answer }, call);
}
