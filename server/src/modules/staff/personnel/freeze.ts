import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { PersonnelKind } from './tables.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { personnelRecordMachine } from '../../../state-machine/machines/personnel-record.machine.ts';
import { transition } from '../../platform/audit/index.ts';
import { lockPersonnel } from './pickable.ts';
import { type PersonnelRecord, readPersonnel } from './read.ts';
import type { PersonnelWork } from './works.ts';
import { lockRecord } from './write.ts';

interface Request {
  readonly userNo: string;
  readonly reason?: string | undefined;
}

async function setStatus(
  work: PersonnelWork,
  record: PersonnelRecord,
  command: 'freeze' | 'unfreeze',
  { reason, ...facts }: { readonly reason?: string | undefined; readonly sentBack?: number },
  call: CommandContext,
): Promise<void> {
  await transition(call, {
    machine: personnelRecordMachine,
    command,
    of: record,
    field: 'personnelStatus',
    write: async (personnelStatus) =>
      await call.tx
        .updateTable('personnel')
        .set((eb) => ({ personnelStatus, version: eb('version', '+', 1) }))
        .where('personnelKind', '=', work.kind)
        .where('userNo', '=', record.userNo)
        .execute(),
    audit: {
      action: `${work.codes}:${command}`,
      subjectType: work.subjectType,
      subjectNo: record.userNo,
      after: facts,
      ...(reason !== undefined && { reason }),
    },
  });
}

/**
 * No new work for this person, and what they have goes back. Answers how much.
 * @throws AppError PERSONNEL_NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function freezePersonnel(
  work: PersonnelWork,
  { userNo, reason }: Request,
  call: CommandContext,
): Promise<number> {
  const record = await lockRecord(call, work.kind, userNo);
  advance(personnelRecordMachine, record.personnelStatus, 'freeze');
  const sentBack = await work.sendBack(call.tx, userNo, call);
  await setStatus(work, record, 'freeze', { reason, sentBack }, call);
  return sentBack;
}

/** @throws AppError PERSONNEL_NOT_FOUND, ILLEGAL_TRANSITION, PERSONNEL_ACCOUNT while the account is frozen */
export async function unfreezePersonnel(
  work: PersonnelWork,
  { userNo, reason }: Request,
  call: CommandContext,
): Promise<PersonnelRecord> {
  const record = await lockRecord(call, work.kind, userNo);
  if (record.userStatus === 'FROZEN') throw new AppError('PERSONNEL_ACCOUNT');
  await setStatus(work, record, 'unfreeze', { reason }, call);
  const [changed] = await readPersonnel(call.tx, work.kind, call.caller.scope, [userNo]);
  if (!changed) throw new AppError('PERSONNEL_NOT_FOUND');
  return changed;
}

/** What `freezeRecordsOf` would freeze, with how much each record would send back. */
export async function previewFreezeOf(
  userNo: string,
  call: Pick<Call, 'db' | 'services'>,
): Promise<{ personnelKind: PersonnelKind; open: number }[]> {
  const rows = await call.db
    .selectFrom('personnel')
    .select('personnelKind')
    .where('userNo', '=', userNo)
    .where('personnelStatus', '=', 'NORMAL')
    .execute();
  const held = new Set(rows.map(({ personnelKind }) => personnelKind));
  const records = [];
  for (const { kind, openByMerchant } of call.services.personnelWorks.values()) {
    if (!held.has(kind)) continue;
    const merchants = await openByMerchant(call.db, userNo);
    const open = merchants.reduce((sum, merchant) => sum + merchant.open, 0);
    records.push({ personnelKind: kind, open });
  }
  return records;
}

/** An account that is frozen loses all its work; each record is unfrozen on its own page afterwards. */
export async function freezeRecordsOf(
  userNo: string,
  reason: string | undefined,
  call: CommandContext,
): Promise<number> {
  let sentBack = 0;
  for (const work of call.services.personnelWorks.values()) {
    await lockPersonnel(call.tx, work.kind, [userNo]);
    // Whoever may freeze the account has been found to see it: the record follows it.
    const [record] = await readPersonnel(call.tx, work.kind, 'all', [userNo]);
    if (record?.personnelStatus !== 'NORMAL') continue;
    noteState(call.tx, `${work.kind} ${userNo}`, record.version);
    const back = await work.sendBack(call.tx, userNo, call);
    await setStatus(work, record, 'freeze', { reason, sentBack: back }, call);
    sentBack += back;
  }
  return sentBack;
}
