import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { areAttached, type FileSubject } from '../../platform/files/index.ts';

/** What evidence of records is attached to. */
export const SUBJECT = 'disciplineVoucher';
/** Who keeps records. */
export const KEEPERS = ['save', 'confirm', 'revoke', 'export'].map((action) => `appraisal:discipline:${action}`);

/** Whether what somebody uploaded is the caller's to see: their own, or as a keeper of the same merchants. */
async function sees(db: Queryable, caller: Caller, uploader: string): Promise<boolean> {
  if (uploader === caller.userNo) return true;
  if (!KEEPERS.some((code) => caller.codes.has(code))) return false;
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos === null) return true;
  const shared = await db
    .selectFrom('userMerchant')
    .select('userNo')
    .where('userNo', '=', uploader)
    .where('merchantNo', 'in', [...merchantNos, ''])
    .executeTakeFirst();
  return shared !== undefined;
}

/** Whether a record against the caller names this file: of the others of who uploaded it they see none. */
async function isAgainst(db: Queryable, caller: Caller, attachmentNo: string): Promise<boolean> {
  const named = await db
    .selectFrom('disciplineRecord')
    .select('recordNo')
    .where('userNo', '=', caller.userNo)
    .where(sql<boolean>`${attachmentNo} = any(voucher_ids)`)
    .executeTakeFirst();
  return named !== undefined;
}

/** Whether all of these are evidence that the caller may name: whoever is named in a record reads what it names. */
export async function areSeen(db: Queryable, caller: Caller, voucherIds: readonly string[]): Promise<boolean> {
  if (!(await areAttached(db, SUBJECT, voucherIds))) return false;
  const uploaders = await db
    .selectFrom('attachment')
    .select('subjectNo')
    .distinct()
    .where('attachmentNo', 'in', [...voucherIds])
    .execute();
  for (const { subjectNo } of uploaders) if (!(await sees(db, caller, subjectNo))) return false;
  return true;
}

/** Evidence for records. Its subject is who uploads it. */
export const disciplineVouchers: FileSubject = {
  subjectType: SUBJECT,
  sees,
  seesFile: isAgainst,
  codes: { attach: 'appraisal:discipline:save', remove: 'appraisal:discipline:save' },
};
