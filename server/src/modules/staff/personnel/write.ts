import type { Tx } from '../../../db/database.ts';
import type { PersonnelKind } from './tables.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { lockPersonnel } from './pickable.ts';
import { type PersonnelRecord, readPersonnel } from './read.ts';

/** Locks a record the caller sees and reads it. Throws PERSONNEL_NOT_FOUND. */
export async function lockRecord(
  call: Pick<CommandContext, 'tx' | 'caller'>,
  kind: PersonnelKind,
  userNo: string,
  scope: DataScope = call.caller.scope,
): Promise<PersonnelRecord> {
  await lockPersonnel(call.tx, kind, [userNo]);
  const [record] = await readPersonnel(call.tx, kind, scope, [userNo]);
  if (!record) throw new AppError('PERSONNEL_NOT_FOUND');
  noteState(call.tx, `${kind} ${userNo}`, record.version);
  return record;
}

/** The merchants that the account itself works for. */
export async function merchantsOfUser(tx: Tx, userNo: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('userMerchant')
    .select('merchantNo')
    .where('userNo', '=', userNo)
    .orderBy('merchantNo')
    .execute();
  return rows.map(({ merchantNo }) => merchantNo);
}

/** Makes these the merchants of the record. */
export async function setMerchants(
  tx: Tx,
  kind: PersonnelKind,
  userNo: string,
  merchantNos: readonly string[],
): Promise<void> {
  await tx.deleteFrom('personnelMerchant').where('personnelKind', '=', kind).where('userNo', '=', userNo).execute();
  if (merchantNos.length === 0) return;
  await tx
    .insertInto('personnelMerchant')
    .values(merchantNos.map((merchantNo) => ({ personnelKind: kind, userNo, merchantNo })))
    .execute();
}
