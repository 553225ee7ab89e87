import { type ParsedRequestOf, riskList } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskText } from '../../platform/masking/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

type Form = riskList.RiskListForm;
const FIVE_YEARS = 1_826;

/** @throws AppError BAD_REQUEST for a last day that is past or too far */
export function refuseEnd({ listType, expiresOn }: Pick<Form, 'listType' | 'expiresOn'>): void {
  const today = businessDateOf(new Date());
  const most = listType === 'WHITE' ? riskList.WHITE_DAYS : FIVE_YEARS;
  if (expiresOn >= today && expiresOn <= addDays(today, most)) return;
  const msg = listType === 'WHITE' ? 'At most 180 days from today' : 'At most five years from today';
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg }] });
}

/** @throws AppError REFERENCE_UNKNOWN for a merchant that is none, or not the caller's */
export async function refuseStrange(db: Queryable, { merchantNos = [] }: Form, scope: DataScope): Promise<void> {
  if (merchantNos.length === 0) return;
  const known = await db.selectFrom('merchant').select('merchantNo').where('merchantNo', 'in', merchantNos).execute();
  if (known.length === merchantNos.length && merchantNos.every((no) => seesMerchant(scope, no))) return;
  throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
}

/** The list that a form means. @throws AppError REFERENCE_UNKNOWN for one that is none, or of another type */
export async function listOf(db: Queryable, { listType, listCode = listType }: Form): Promise<string> {
  const list = await db
    .selectFrom('riskList')
    .select('listCode')
    .where('listCode', '=', listCode)
    .where('listType', '=', listType)
    .executeTakeFirst();
  if (!list) throw new AppError('REFERENCE_UNKNOWN', { fields: ['listCode'] });
  return list.listCode;
}

/** @throws AppError BLACKLIST_EXISTS on the same list, LISTED_ELSEWHERE on another */
export async function refuseListed(tx: Queryable, form: Form): Promise<void> {
  const { subjectType, subjectValue, listType, listCode = listType } = form;
  const held = await tx
    .selectFrom('riskListEntry')
    .select(['entryNo', 'listType', 'listCode'])
    .where('subjectType', '=', subjectType)
    .where('subjectValue', '=', subjectValue)
    .where('removedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (!held) return;
  if (held.listCode === listCode) throw new AppError('BLACKLIST_EXISTS', { fields: ['subjectValue'] });
  throw new AppError('LISTED_ELSEWHERE', { fields: ['subjectValue'], facts: held });
}

/** @throws AppError BLACKLIST_EXISTS, LISTED_ELSEWHERE, REFERENCE_UNKNOWN, BAD_REQUEST for an end that is past or too far */
export async function insertEntry(form: Form, call: CommandContext, addedBy: string): Promise<{ entryNo: string }> {
  const { tx, caller } = call;
  refuseEnd(form);
  await refuseStrange(tx, form, caller.scope);
  const listCode = await listOf(tx, form);
  await refuseListed(tx, form);
  const { expiresOn, ...fields } = form;
  // One that came to its end makes room for the next.
  await tx
    .updateTable('riskListEntry')
    .set({ removedAt: new Date(), removedBy: caller.userNo })
    .where('subjectType', '=', form.subjectType)
    .where('subjectValue', '=', form.subjectValue)
    .where('removedAt', 'is', null)
    .execute();
  const written = await tx
    .insertInto('riskListEntry')
    .values({ ...fields, listCode, addedBy, expiresAt: startOfBusinessDate(addDays(expiresOn, 1)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entryNo')
    .executeTakeFirst();
  if (!written) throw new AppError('BLACKLIST_EXISTS', { fields: ['subjectValue'] });
  const { entryNo } = written;
  noteMade(tx, `riskList ${entryNo}`);
  await writeAudit(tx, call, {
    action: 'riskList.add',
    subjectType: 'riskList',
    subjectNo: entryNo,
    after: {
      listType: form.listType,
      listCode,
      subjectType: form.subjectType,
      expiresOn,
      ...(form.merchantNos !== undefined && { merchantNos: form.merchantNos }),
    },
    reason: form.note,
  });
  return { entryNo };
}

/** What every request about the lists has. */
export const family = { family: 'riskList', checkerCode: 'risk:list:audit', lapsesAfterHours: 72 } as const;
const white = z.strictObject({ form: riskList.addForm, makerUserNo: z.string() });

/** A white entry spares checks: two people agree. */
export const addWhiteKind: ChangeKind<z.output<typeof white>> = {
  ...family,
  kind: 'riskList.add',
  title: { en: 'Add to the white list', zh: '加入白名单' },
  payload: white,
  async describe(_db, { form }) {
    const { listType, listCode = listType, subjectType, subjectValue, expiresOn, note, merchantNos = [] } = form;
    return await Promise.resolve({
      subjectNo: null,
      subjectName: maskText(subjectValue),
      before: null,
      after: { listType, listCode, subjectType, expiresOn, note, ...(merchantNos.length > 0 && { merchantNos }) },
      concerns: [],
      merchantNos: [],
      state: null,
    });
  },
  async apply({ form, makerUserNo }, call) {
    return await insertEntry(form, call, makerUserNo);
  },
};

/** @throws AppError BLACKLIST_EXISTS, LISTED_ELSEWHERE, BAD_REQUEST for an end that is past or too far */
export async function addEntry(form: ParsedRequestOf<typeof riskList.add>, call: CommandContext) {
  const { userNo } = call.caller;
  if (form.listType !== 'WHITE') return await insertEntry(form, call, userNo);
  const changeNo = await requestChange(addWhiteKind, { form, makerUserNo: userNo }, call, form.note);
  return { entryNo: null, changeNo };
}

const one = z.strictObject({ entryNo: z.string() });

/** An entry goes: two people agree. */
export const removeEntryKind: ChangeKind<z.output<typeof one>> = {
  ...family,
  kind: 'riskList.remove',
  title: { en: 'Remove from a risk list', zh: '移出风控名单' },
  payload: one,
  async describe(db, { entryNo }) {
    const entry = await db.selectFrom('riskListEntry').selectAll().where('entryNo', '=', entryNo).executeTakeFirst();
    if (!entry) throw new AppError('BLACKLIST_NOT_FOUND');
    const { listType, listCode, subjectType, subjectValue, removedAt } = entry;
    return {
      subjectNo: entryNo,
      subjectName: `${maskText(subjectValue)} · ${entryNo}`,
      before: { listType, listCode, subjectType, listStatus: 'ACTIVE' },
      after: { listStatus: 'REMOVED' },
      concerns: [],
      merchantNos: [],
      // Not the version: hits are counted while the request waits.
      state: { removedAt: removedAt?.toISOString() ?? null },
    };
  },
  async apply({ entryNo }, call) {
    return await takeOff(entryNo, call);
  },
};

/** An entry that nobody removed, locked. @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION */
async function lockListed(tx: Tx, entryNo: string, command: 'remove' | 'extend') {
  const entry = await lockOne(tx, tx.selectFrom('riskListEntry').selectAll().where('entryNo', '=', entryNo), {
    missing: 'BLACKLIST_NOT_FOUND',
    subject: `riskList ${entryNo}`,
    state: ({ version }) => version,
  });
  const hasEnded = command === 'extend' && entry.expiresAt <= new Date();
  if (entry.removedAt !== null || hasEnded) {
    const state = entry.removedAt === null ? 'EXPIRED' : 'REMOVED';
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'list entry', state, command } });
  }
  return entry;
}

/** @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION */
export async function takeOff(entryNo: string, call: CommandContext, reason?: string): Promise<{ entryNo: string }> {
  const { tx, caller } = call;
  await lockListed(tx, entryNo, 'remove');
  await tx
    .updateTable('riskListEntry')
    .set((eb) => ({ removedAt: new Date(), removedBy: caller.userNo, version: eb('version', '+', 1) }))
    .where('entryNo', '=', entryNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'riskList.removed',
    subjectType: 'riskList',
    subjectNo: entryNo,
    before: { listStatus: 'ACTIVE' },
    after: { listStatus: 'REMOVED' },
    ...(reason !== undefined && { reason }),
  });
  return { entryNo };
}

/**
 * A later last day of an active entry.
 * @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION, BAD_REQUEST for an end that is no later, or too far
 */
export async function extendEntry(
  { entryNo, expiresOn, reason }: { readonly entryNo: string; readonly expiresOn: string; readonly reason: string },
  call: CommandContext,
): Promise<{ entryNo: string }> {
  const { tx } = call;
  const { listType, expiresAt } = await lockListed(tx, entryNo, 'extend');
  refuseEnd({ listType, expiresOn });
  const until = startOfBusinessDate(addDays(expiresOn, 1));
  if (until <= expiresAt) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg: 'Later than the present last day' }] });
  }
  await tx
    .updateTable('riskListEntry')
    .set((eb) => ({ expiresAt: until, version: eb('version', '+', 1) }))
    .where('entryNo', '=', entryNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'riskList.extended',
    subjectType: 'riskList',
    subjectNo: entryNo,
    before: { expiresOn: addDays(businessDateOf(expiresAt), -1) },
    after: { expiresOn },
    reason,
  });
  return { entryNo };
}

/** @throws AppError BLACKLIST_NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_WAITING */
export async function requestRemoval(
  { entryNo, reason }: ParsedRequestOf<typeof riskList.remove>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(removeEntryKind, { entryNo }, call, reason) };
}
