import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { FileSubject } from '../../platform/files/index.ts';

/** What evidence of records is attached to. */
export const SUBJECT = 'disciplineVoucher';
/** Who keeps records. */
export const KEEPERS = ['save', 'confirm', 'revoke', 'export'].map((action) => `appraisal:discipline:${action}`);

/** Whether what somebody uploaded is the caller's to see: as keeper of the same merchants, or against themselves. */
async function sees(db: Queryable, caller: Caller, uploader: string): Promise<boolean> {
  if (uploader === caller.userNo) return true;
  const merchantNos = merchantsSeen(caller.scope);
  const isKeeper = KEEPERS.some((code) => caller.codes.has(code));
  if (isKeeper && merchantNos === null) return true;
  const { rows } = await sql<{ isSeen: boolean }>`select (${isKeeper}::boolean and exists (
      select from user_merchant um where um.user_no = ${uploader} and um.merchant_no = any(${[...(merchantNos ?? [])]}::text[])))
    or exists (select from discipline_record r join attachment a on a.attachment_no = any(r.voucher_ids)
      where r.user_no = ${caller.userNo} and a.subject_type = ${SUBJECT} and a.subject_no = ${uploader}) as is_seen`.execute(
    db,
  );
  return rows[0]?.isSeen === true;
}

/** Evidence for records. Its subject is who uploads it. */
export const disciplineVouchers: FileSubject = {
  subjectType: SUBJECT,
  sees,
  codes: { attach: 'appraisal:discipline:save', remove: 'appraisal:discipline:save' },
};
