import type { contactBlacklist, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { admitAddition } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { areAttached } from '../../platform/files/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { mayRemove } from './blacklist.ts';
import { type ContactBlock, lockBlock, placeBlock } from './blocks.ts';
import { askToLift } from './lift-block.ts';
import { removals } from './lift-many.ts';

type Form = ParsedRequestOf<typeof contactBlacklist.add>;

const endOf = ({ expiresOn }: Form): Date | null =>
  expiresOn === null ? null : startOfBusinessDate(addDays(expiresOn, 1));

/** @throws AppError REFERENCE_UNKNOWN, BAD_REQUEST where its end is past */
export async function refuseBlock(db: Queryable, form: Form, scope: DataScope): Promise<void> {
  const { merchantNo, feedbackNo } = form;
  if (!seesMerchant(scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const expiresAt = endOf(form);
  if (expiresAt !== null && expiresAt <= new Date()) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg: 'Cannot be in the past' }] });
  }
  if (feedbackNo === null) return;
  const known = await db
    .selectFrom('feedback')
    .select('feedbackNo')
    .where('feedbackNo', '=', feedbackNo)
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['feedbackNo'] });
}

/** @throws AppError CONTACT_BLOCK_STANDS */
export async function refuseStanding(db: Queryable, { phone, blockReason }: Form): Promise<void> {
  const standing = await db
    .selectFrom('contactBlock')
    .select('blockId')
    .where('phone', '=', phone)
    .where('blockKind', '=', blockReason)
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date())]))
    .limit(1)
    .executeTakeFirst();
  if (standing) throw new AppError('CONTACT_BLOCK_STANDS', { fields: ['phone'] });
}

/**
 * Blocks a number for every purpose.
 * @throws AppError REFERENCE_UNKNOWN, CONTACT_BLOCK_STANDS, BAD_REQUEST where its end is past
 */
export async function addToBlacklist(
  form: Form,
  call: CommandContext,
  {
    blockSource = 'MANUAL',
    setBy = call.caller.userNo,
  }: { readonly blockSource?: ContactBlock['blockSource']; readonly setBy?: string } = {},
): Promise<{ blockId: string }> {
  const { tx, caller } = call;
  const { merchantNo, phone, blockReason: blockKind, blockScopes, note, feedbackNo } = form;
  await refuseBlock(tx, form, caller.scope);
  const expiresAt = endOf(form);
  const how = { blockScopes: [...new Set(blockScopes)], expiresAt, feedbackNo, blockSource };
  const who = { userNo: setBy, scope: caller.scope };
  const { blockId } = await placeBlock(tx, { merchantNo, phone, blockKind, note, how }, who);
  await writeAudit(tx, call, {
    action: 'contactBlacklist.add',
    subjectType: 'contactBlock',
    subjectNo: String(blockId),
    merchantNo,
    after: { blockKind, blockScopes: how.blockScopes, expiresAt: expiresAt?.toISOString() ?? null, isStanding: true },
    reason: note,
  });
  return { blockId: String(blockId) };
}

/** The consent is a file that somebody attached. @throws AppError ATTACHMENT_NOT_FOUND */
async function refuseNoConsent(tx: Tx, voucherIds: readonly string[]): Promise<void> {
  if (await areAttached(tx, 'merchantVoucher', voucherIds)) return;
  throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['voucherIds'] });
}

/** @throws AppError CONTACT_BLOCK_NOT_FOUND, ILLEGAL_TRANSITION, FORBIDDEN, ATTACHMENT_NOT_FOUND, CHANGE_WAITING */
export async function removeFromBlacklist(
  { blockId, ...request }: ParsedRequestOf<typeof contactBlacklist.remove>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const block = await lockBlock(call.tx, Number(blockId), call.caller.scope);
  if (!mayRemove(call.caller, block.blockKind)) throw new AppError('FORBIDDEN');
  await refuseNoConsent(call.tx, request.voucherIds);
  return await askToLift({ ...request, blockId: block.blockId }, call);
}

/**
 * Many of one merchant's numbers with the consents, as one request.
 * @throws AppError CONTACT_BLOCK_NOT_FOUND, CONTACT_BLOCK_MERCHANTS; FORBIDDEN where one is taken off by whoever decides
 * alone; what the first is refused with, where all are
 */
export async function removeMany(
  { blockIds, ...params }: ParsedRequestOf<typeof contactBlacklist.removeMany>,
  call: CommandContext,
) {
  const kinds = await call.tx
    .selectFrom('contactBlock')
    .select('blockKind')
    .where('blockId', 'in', blockIds.map(Number))
    .execute();
  if (!kinds.every(({ blockKind }) => mayRemove(call.caller, blockKind))) {
    throw new AppError('FORBIDDEN', { fields: ['blockIds'] });
  }
  await refuseNoConsent(call.tx, params.voucherIds);
  return await removals.ask(blockIds, params, call);
}

/** Whether a number is blocked; recorded as a search is. @throws AppError REVEAL_BUDGET */
export async function checkNumber(
  { phone }: ParsedRequestOf<typeof contactBlacklist.check>,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof contactBlacklist.check>> {
  const blocks = await db
    .selectFrom('contactBlock')
    .select(['blockId', 'blockKind', 'blockScopes', 'setAt', 'expiresAt'])
    .where('phone', '=', phone)
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date())]))
    .orderBy('setAt')
    .execute();
  const [first] = blocks;
  const find = () => Promise.resolve(first === undefined ? null : String(first.blockId));
  await services.recordSearch({ list: 'contactBlacklist.check', fields: ['phone'], find }, { db, caller });
  return {
    blocks: blocks.map(({ setAt, expiresAt, blockKind, blockScopes }) => ({
      blockKind,
      blockScopes,
      addedAt: setAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  };
}

/** Before a number is added. @throws AppError REVEAL_BUDGET */
export async function admitNumber({ phone, blockReason }: Form, call: CommandCall): Promise<void> {
  const isListed = async () => {
    const blocks = call.db.selectFrom('contactBlock').select('blockId').where('liftedAt', 'is', null);
    const same = blocks.where('phone', '=', phone);
    return (await same.where('blockKind', '=', blockReason).limit(1).executeTakeFirst()) !== undefined;
  };
  await admitAddition(call, { isListed, check: async () => await checkNumber({ phone }, call) });
}
