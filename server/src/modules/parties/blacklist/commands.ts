import type { manualBlacklist, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskText } from '../../platform/masking/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

const FIVE_YEARS = 1_826;

/** Blocking for all merchants takes the sight of all. */
function refuseBeyondScope(merchantNo: string | null, scope: DataScope): void {
  const isSeen = merchantNo === null ? merchantsSeen(scope) === null : seesMerchant(scope, merchantNo);
  if (!isSeen) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
}

/** @throws AppError REFERENCE_UNKNOWN, BLACKLIST_EXISTS, BAD_REQUEST where its end is past or beyond five years */
export async function addEntry(
  form: ParsedRequestOf<typeof manualBlacklist.add>,
  call: CommandContext,
  blacklistSource: 'MANUAL' | 'IMPORT' = 'MANUAL',
): Promise<{ entryNo: string }> {
  const { tx, caller } = call;
  const { expiresOn, evidenceIds, ...fields } = form;
  const { subjectType, subjectValue, merchantNo } = fields;
  refuseBeyondScope(merchantNo, caller.scope);
  const today = businessDateOf(new Date());
  if (expiresOn < today || expiresOn > addDays(today, FIVE_YEARS)) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg: 'At most five years from today' }] });
  }
  const known = await tx
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', 'ARTIFICIAL_BLACKLIST_REASON')
    .where('value', '=', fields.reasonCode)
    .executeTakeFirst();
  if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['reasonCode'] });
  // One that came to its end makes room for the next.
  await tx
    .updateTable('manualBlacklist')
    .set({ removedAt: new Date(), removedBy: caller.userNo })
    .where('subjectType', '=', subjectType)
    .where('subjectValue', '=', subjectValue)
    .where('removedAt', 'is', null)
    .where('expiresAt', '<=', new Date())
    .execute();
  const expiresAt = startOfBusinessDate(addDays(expiresOn, 1));
  const written = await tx
    .insertInto('manualBlacklist')
    .values({ ...fields, evidenceIds: [...evidenceIds], blacklistSource, addedBy: caller.userNo, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entryNo')
    .executeTakeFirst();
  if (!written) throw new AppError('BLACKLIST_EXISTS', { fields: ['subjectValue'] });
  const { entryNo } = written;
  noteMade(tx, `blacklist ${entryNo}`);
  await writeAudit(tx, call, {
    action: 'manualBlacklist.add',
    subjectType: 'manualBlacklist',
    subjectNo: entryNo,
    ...(merchantNo !== null && { merchantNo }),
    after: { subjectType, reasonCode: fields.reasonCode, expiresOn },
    reason: fields.note,
  });
  return { entryNo };
}

/** Locks one that is in force. @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION */
async function lockEntry(tx: Tx, entryNo: string, scope: DataScope) {
  const entry = await lockOne(tx, tx.selectFrom('manualBlacklist').selectAll().where('entryNo', '=', entryNo), {
    missing: 'BLACKLIST_NOT_FOUND',
    subject: `blacklist ${entryNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => merchantNo === null || seesMerchant(scope, merchantNo),
  });
  if (entry.removedAt !== null) {
    const facts = { subject: 'blacklist entry', state: 'REMOVED', command: 'remove' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return entry;
}

const payload = z.strictObject({ entryNo: z.string() });

/** Somebody gets loans again: two people agree. */
export const removeEntryKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'manualBlacklist.remove',
  family: 'merchantBlacklist',
  title: { en: 'Remove from the blacklist', zh: '移出人工黑名单' },
  checkerCode: 'merchant:blacklist:audit',
  lapsesAfterHours: 72,
  payload,
  async describe(db, { entryNo }, scope) {
    const entry = await db.selectFrom('manualBlacklist').selectAll().where('entryNo', '=', entryNo).executeTakeFirst();
    if (!entry || (entry.merchantNo !== null && !seesMerchant(scope, entry.merchantNo))) {
      throw new AppError('BLACKLIST_NOT_FOUND');
    }
    const { subjectType, subjectValue, reasonCode, merchantNo, removedAt } = entry;
    return {
      subjectNo: entryNo,
      subjectName: `${entryNo} ${maskText(subjectValue)}`,
      before: { subjectType, reasonCode, blacklistState: 'ACTIVE' },
      after: { blacklistState: 'REMOVED' },
      concerns: [],
      merchantNos: merchantNo === null ? [] : [merchantNo],
      // Not the version: hits are counted while the request waits.
      state: { removedAt: removedAt?.toISOString() ?? null },
    };
  },
  async apply({ entryNo }, call) {
    const { tx, caller } = call;
    const { merchantNo } = await lockEntry(tx, entryNo, caller.scope);
    await tx
      .updateTable('manualBlacklist')
      .set((eb) => ({ removedAt: new Date(), removedBy: caller.userNo, version: eb('version', '+', 1) }))
      .where('entryNo', '=', entryNo)
      .execute();
    await writeAudit(tx, call, {
      action: 'manualBlacklist.removed',
      subjectType: 'manualBlacklist',
      subjectNo: entryNo,
      ...(merchantNo !== null && { merchantNo }),
      before: { blacklistState: 'ACTIVE' },
      after: { blacklistState: 'REMOVED' },
    });
    return { entryNo };
  },
};

/** @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_WAITING */
export async function requestRemoval(
  { entryNo, reason }: ParsedRequestOf<typeof manualBlacklist.remove>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(removeEntryKind, { entryNo }, call, reason) };
}
