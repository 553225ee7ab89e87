import type { manualBlacklist, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { areAttached } from '../../platform/files/index.ts';
import { maskText } from '../../platform/masking/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

const FIVE_YEARS = 1_826;
/** What evidence is attached as: with the merchant, before the entry has a number. */
const EVIDENCE = 'merchantVoucher';
type Form = ParsedRequestOf<typeof manualBlacklist.add>;

/** Blocking for all merchants takes the sight of all. */
function refuseBeyondScope(merchantNo: string | null, scope: DataScope): void {
  const isSeen = merchantNo === null ? merchantsSeen(scope) === null : seesMerchant(scope, merchantNo);
  if (!isSeen) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
}

/** @throws AppError BAD_REQUEST for a last day that is past or beyond five years */
export function refuseEnd(expiresOn: string): void {
  const today = businessDateOf(new Date());
  if (expiresOn >= today && expiresOn <= addDays(today, FIVE_YEARS)) return;
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg: 'At most five years from today' }] });
}

/** @throws AppError REFERENCE_UNKNOWN, ATTACHMENT_NOT_FOUND, BAD_REQUEST where its end is past or beyond five years */
export async function refuseForm(db: Queryable, form: Form, scope: DataScope): Promise<void> {
  refuseBeyondScope(form.merchantNo, scope);
  refuseEnd(form.expiresOn);
  const known = await db
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', 'ARTIFICIAL_BLACKLIST_REASON')
    .where('value', '=', form.reasonCode)
    .executeTakeFirst();
  if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['reasonCode'] });
  if (!(await areAttached(db, EVIDENCE, form.evidenceIds))) {
    throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['evidenceIds'] });
  }
}

/** @throws AppError BLACKLIST_EXISTS */
export async function refuseListed(db: Queryable, { subjectType, subjectValue, merchantNo }: Form): Promise<void> {
  const held = await db
    .selectFrom('manualBlacklist')
    .select('entryNo')
    .where('subjectType', '=', subjectType)
    .where('subjectValue', '=', subjectValue)
    .where('merchantNo', 'is not distinct from', merchantNo)
    .where('removedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (held) throw new AppError('BLACKLIST_EXISTS', { fields: ['subjectValue'] });
}

/** @throws AppError REFERENCE_UNKNOWN, ATTACHMENT_NOT_FOUND, BLACKLIST_EXISTS, BAD_REQUEST where its end is past or beyond five years */
export async function addEntry(
  form: Form,
  call: CommandContext,
  {
    blacklistSource = 'MANUAL',
    addedBy = call.caller.userNo,
  }: { readonly blacklistSource?: 'MANUAL' | 'IMPORT'; readonly addedBy?: string } = {},
): Promise<{ entryNo: string }> {
  const { tx, caller } = call;
  await refuseForm(tx, form, caller.scope);
  const { expiresOn, evidenceIds, despiteAppeal: _read, ...fields } = form;
  const { subjectType, subjectValue, merchantNo } = fields;
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
    .values({ ...fields, evidenceIds: [...evidenceIds], blacklistSource, addedBy, expiresAt })
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
async function lockEntry(tx: Tx, entryNo: string, scope: DataScope, command = 'remove') {
  const entry = await lockOne(tx, tx.selectFrom('manualBlacklist').selectAll().where('entryNo', '=', entryNo), {
    missing: 'BLACKLIST_NOT_FOUND',
    subject: `blacklist ${entryNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => merchantNo === null || seesMerchant(scope, merchantNo),
  });
  if (entry.removedAt !== null) {
    const facts = { subject: 'blacklist entry', state: 'REMOVED', command };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return entry;
}

/** Takes one off. @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION */
export async function takeOff(entryNo: string, call: CommandContext, reason?: string): Promise<{ entryNo: string }> {
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
    ...(reason !== undefined && { reason }),
  });
  return { entryNo };
}

/**
 * A later last day. @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION, BAD_REQUEST for an end that is no later,
 * or too far
 */
export async function extendEntry(
  { entryNo, expiresOn, reason }: { readonly entryNo: string; readonly expiresOn: string; readonly reason: string },
  call: CommandContext,
): Promise<{ entryNo: string }> {
  const { tx, caller } = call;
  const { merchantNo, expiresAt } = await lockEntry(tx, entryNo, caller.scope, 'extend');
  if (expiresAt <= new Date()) {
    const facts = { subject: 'blacklist entry', state: 'EXPIRED', command: 'extend' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  refuseEnd(expiresOn);
  const until = startOfBusinessDate(addDays(expiresOn, 1));
  if (until <= expiresAt) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg: 'Later than the present last day' }] });
  }
  await tx
    .updateTable('manualBlacklist')
    .set((eb) => ({ expiresAt: until, version: eb('version', '+', 1) }))
    .where('entryNo', '=', entryNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'manualBlacklist.extended',
    subjectType: 'manualBlacklist',
    subjectNo: entryNo,
    ...(merchantNo !== null && { merchantNo }),
    before: { expiresOn: addDays(businessDateOf(expiresAt), -1) },
    after: { expiresOn },
    reason,
  });
  return { entryNo };
}

/** What every request about the list has. */
export const family = {
  family: 'merchantBlacklist',
  checkerCode: 'merchant:blacklist:audit',
  lapsesAfterHours: 72,
} as const;
const payload = z.strictObject({ entryNo: z.string() });

/** Somebody gets loans again: two people agree. */
export const removeEntryKind: ChangeKind<z.output<typeof payload>> = {
  ...family,
  kind: 'manualBlacklist.remove',
  title: { en: 'Remove from the blacklist', zh: '移出人工黑名单' },
  payload,
  async describe(db, { entryNo }, scope) {
    const entry = await db.selectFrom('manualBlacklist').selectAll().where('entryNo', '=', entryNo).executeTakeFirst();
    if (!entry || (entry.merchantNo !== null && !seesMerchant(scope, entry.merchantNo))) {
      throw new AppError('BLACKLIST_NOT_FOUND');
    }
    const { subjectType, subjectValue, reasonCode, merchantNo, removedAt } = entry;
    return {
      subjectNo: entryNo,
      subjectName: `${maskText(subjectValue)} · ${entryNo}`,
      before: { subjectType, reasonCode, blacklistState: 'ACTIVE' },
      after: { blacklistState: 'REMOVED' },
      concerns: [],
      merchantNos: merchantNo === null ? [] : [merchantNo],
      // Not the version: hits are counted while the request waits.
      state: { removedAt: removedAt?.toISOString() ?? null },
    };
  },
  apply: async ({ entryNo }, call) => await takeOff(entryNo, call),
};

/** @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_WAITING */
export async function requestRemoval(
  { entryNo, reason }: ParsedRequestOf<typeof manualBlacklist.remove>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(removeEntryKind, { entryNo }, call, reason) };
}
