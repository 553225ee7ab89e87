import type { personnel } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type PersonnelRecord, readPersonnel, seesMerchant } from './read.ts';
import type { PersonnelWork } from './works.ts';
import { lockRecord, merchantsOfUser, setMerchants } from './write.ts';

type Patch = Omit<personnel.PersonnelForm, 'userNo' | 'version'>;

/**
 * A person of the same kind and group; nobody leads themselves, and no machine leads.
 * @throws AppError PERSONNEL_PRINCIPAL, PERSONNEL_AI_PRINCIPAL; PERSONNEL_SECOND_PRINCIPAL where a group has one
 */
async function checkPrincipal(
  tx: Tx,
  work: PersonnelWork,
  userNo: string,
  principalUserNo: string | null,
  groupName: string | null,
  isNew: boolean,
): Promise<void> {
  if (principalUserNo === null) return;
  const principal = await tx
    .selectFrom('personnel')
    .select(['groupName', 'isAiEmployee'])
    .where('personnelKind', '=', work.kind)
    .where('userNo', '=', principalUserNo)
    .executeTakeFirst();
  const isOfGroup = groupName !== null && principal?.groupName === groupName;
  if (!isOfGroup || principalUserNo === userNo) {
    throw new AppError('PERSONNEL_PRINCIPAL', { fields: ['principalUserNo'] });
  }
  // What somebody has already is not asked again by every other change.
  if (!isNew) return;
  if (principal.isAiEmployee) throw new AppError('PERSONNEL_AI_PRINCIPAL', { fields: ['principalUserNo'] });
  if (work.hasOnePrincipal !== true) return;
  const other = await tx
    .selectFrom('personnel as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.principalUserNo')
    .select('u.realName')
    .where('p.personnelKind', '=', work.kind)
    .where('p.groupName', '=', groupName)
    .where('p.userNo', '<>', userNo)
    .where('p.principalUserNo', '<>', principalUserNo)
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  throw new AppError('PERSONNEL_SECOND_PRINCIPAL', { fields: ['principalUserNo'], facts: { name: other.realName } });
}

/** @throws AppError PERSONNEL_AI_PRINCIPAL where others are led by the record */
async function refuseLeadingMachine(tx: Tx, work: PersonnelWork, userNo: string): Promise<void> {
  const led = await tx
    .selectFrom('personnel')
    .select('userNo')
    .where('personnelKind', '=', work.kind)
    .where('principalUserNo', '=', userNo)
    .limit(1)
    .executeTakeFirst();
  if (led) throw new AppError('PERSONNEL_AI_PRINCIPAL', { fields: ['isAiEmployee'] });
}

/** What the record's merchants become: of those the caller does not see, nothing changes. */
async function requestedMerchants(
  call: CommandContext,
  record: PersonnelRecord,
  requested: readonly string[],
): Promise<string[]> {
  const own = await merchantsOfUser(call.tx, record.userNo);
  const isMissing = requested.some(
    (merchantNo) => !own.includes(merchantNo) || !seesMerchant(call.caller.scope, merchantNo),
  );
  if (isMissing) throw new AppError('PERSONNEL_MERCHANT', { fields: ['merchantNos'] });
  const unseen = record.merchants
    .map(({ merchantNo }) => merchantNo)
    .filter((merchantNo) => !seesMerchant(call.caller.scope, merchantNo));
  return [...new Set([...unseen, ...requested])].sort();
}

/**
 * Changes a record: the fields named, the others stay.
 * @throws AppError PERSONNEL_NOT_FOUND, STALE, PERSONNEL_PRINCIPAL, PERSONNEL_AI_PRINCIPAL, PERSONNEL_SECOND_PRINCIPAL,
 * PERSONNEL_MERCHANT, PERSONNEL_CAP, PERSONNEL_EXTENSION
 */
export async function updatePersonnel(
  work: PersonnelWork,
  form: personnel.PersonnelForm,
  call: CommandContext,
): Promise<PersonnelRecord> {
  const record = await lockRecord(call, work.kind, form.userNo);
  if (record.version !== form.version) throw new AppError('STALE');
  return await applyPatch(work, record, form, call);
}

export async function applyPatch(
  work: PersonnelWork,
  record: PersonnelRecord,
  patch: Patch,
  call: CommandContext,
): Promise<PersonnelRecord> {
  const { tx } = call;
  const { userNo } = record;
  const { merchantNos, acceptsCapBelowOpen = false, dailyCap = record.dailyCap } = patch;
  const next = {
    groupName: patch.groupName === undefined ? record.groupName : patch.groupName,
    principalUserNo: patch.principalUserNo === undefined ? record.principalUserNo : patch.principalUserNo,
    dailyCap,
    joinAutoAllot: patch.joinAutoAllot ?? record.joinAutoAllot,
    firstLoanWhitelist: patch.firstLoanWhitelist ?? record.firstLoanWhitelist,
    languages: [...(patch.languages ?? record.languages)],
    handlesComplaints: patch.handlesComplaints ?? record.handlesComplaints,
    isAiEmployee: patch.isAiEmployee ?? record.isAiEmployee,
  };
  // Somebody put into another group leaves the principal of the old one, unless a new one is named.
  if (patch.principalUserNo === undefined && next.groupName !== record.groupName) {
    next.principalUserNo = null;
  }
  const isNew = next.principalUserNo !== record.principalUserNo || next.groupName !== record.groupName;
  await checkPrincipal(tx, work, userNo, next.principalUserNo, next.groupName, isNew);
  if (next.isAiEmployee && !record.isAiEmployee) await refuseLeadingMachine(tx, work, userNo);
  if (dailyCap < record.open && dailyCap !== record.dailyCap && !acceptsCapBelowOpen) {
    throw new AppError('PERSONNEL_CAP', { facts: { open: record.open }, fields: ['dailyCap'] });
  }
  await writeAccountFacts(work, userNo, patch, call);
  const before = record.merchants.map(({ merchantNo }) => merchantNo);
  const after = merchantNos === undefined ? before : await requestedMerchants(call, record, merchantNos);
  await tx
    .updateTable('personnel')
    .set((eb) => ({ ...next, version: eb('version', '+', 1) }))
    .where('personnelKind', '=', work.kind)
    .where('userNo', '=', userNo)
    .execute();
  if (merchantNos !== undefined) await setMerchants(tx, work.kind, userNo, after);
  await writeAudit(tx, call, {
    action: `${work.codes}:update`,
    subjectType: work.subjectType,
    subjectNo: userNo,
    ...changed({ ...pick(record), merchantNos: before }, { ...next, merchantNos: after }),
  });
  const [changedRecord] = await readPersonnel(tx, work.kind, call.caller.scope, [userNo]);
  if (!changedRecord) throw new AppError('PERSONNEL_NOT_FOUND');
  return changedRecord;
}

/** Throws FORBIDDEN for the account's own fields in a section that leaves them to UserManagement. */
async function writeAccountFacts(
  work: PersonnelWork,
  userNo: string,
  { extension, employeeCategory }: Patch,
  call: CommandContext,
): Promise<void> {
  if (extension === undefined && employeeCategory === undefined) return;
  if (!work.writeDeskFacts) throw new AppError('FORBIDDEN');
  await work.writeDeskFacts(userNo, { extension, employeeCategory }, call);
}

function pick(record: PersonnelRecord) {
  const { groupName, principalUserNo, dailyCap, joinAutoAllot } = record;
  const { firstLoanWhitelist, languages, handlesComplaints, isAiEmployee } = record;
  const flags = { joinAutoAllot, firstLoanWhitelist, handlesComplaints, isAiEmployee };
  return { groupName, principalUserNo, dailyCap, languages, ...flags };
}

/** Just the fields that differ. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const only = (facts: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, facts[key]]));
  return { before: only(before), after: only(after) };
}
