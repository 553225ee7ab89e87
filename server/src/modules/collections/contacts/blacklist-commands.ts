import type { contactBlacklist, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { admitAddition } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { mayRemove } from './blacklist.ts';
import { type ContactBlock, lockBlock, placeBlock } from './blocks.ts';
import { askToLift } from './lift-block.ts';

type Form = ParsedRequestOf<typeof contactBlacklist.add>;

/**
 * Blocks a number for every purpose.
 * @throws AppError REFERENCE_UNKNOWN, CONTACT_BLOCK_STANDS, BAD_REQUEST where its end is past
 */
export async function addToBlacklist(
  form: Form,
  call: CommandContext,
  blockSource: ContactBlock['blockSource'] = 'MANUAL',
): Promise<{ blockId: string }> {
  const { tx, caller } = call;
  const { merchantNo, phone, blockReason: blockKind, blockScopes, note, feedbackNo, expiresOn } = form;
  const expiresAt = expiresOn === null ? null : startOfBusinessDate(addDays(expiresOn, 1));
  if (expiresAt !== null && expiresAt <= new Date()) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'expiresOn', msg: 'Cannot be in the past' }] });
  }
  if (feedbackNo !== null) {
    const known = await tx
      .selectFrom('feedback')
      .select('feedbackNo')
      .where('feedbackNo', '=', feedbackNo)
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['feedbackNo'] });
  }
  const how = { blockScopes: [...new Set(blockScopes)], expiresAt, feedbackNo, blockSource };
  const { blockId } = await placeBlock(tx, { merchantNo, phone, blockKind, note, how }, caller);
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

/** @throws AppError CONTACT_BLOCK_NOT_FOUND, ILLEGAL_TRANSITION, FORBIDDEN, CHANGE_WAITING */
export async function removeFromBlacklist(
  { blockId, ...request }: ParsedRequestOf<typeof contactBlacklist.remove>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const block = await lockBlock(call.tx, Number(blockId), call.caller.scope);
  if (!mayRemove(call.caller, block.blockKind)) throw new AppError('FORBIDDEN');
  return await askToLift({ ...request, blockId: block.blockId }, call);
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
