import type { contactRight, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { lockBlock, seesBlock } from './blocks.ts';

const payload = z.strictObject({ blockId: z.number(), voucherIds: z.array(z.string()) });

/** Opens the gate again. @throws AppError CONTACT_BLOCK_NOT_FOUND, ILLEGAL_TRANSITION */
export async function liftBlock(
  { blockId, voucherIds }: z.output<typeof payload>,
  call: CommandContext,
  reason?: string,
): Promise<{ blockId: number }> {
  const { tx, caller } = call;
  const block = await lockBlock(tx, blockId, caller.scope);
  await tx
    .updateTable('contactBlock')
    .set((eb) => ({
      liftedAt: new Date(),
      liftedBy: caller.userNo,
      liftVoucherIds: [...voucherIds],
      version: eb('version', '+', 1),
    }))
    .where('blockId', '=', blockId)
    .execute();
  const { blockKind, customerNo, merchantNo } = block;
  await writeAudit(tx, call, {
    action: 'contact.blockLifted',
    subjectType: 'contactBlock',
    subjectNo: String(blockId),
    ...(merchantNo !== null && { merchantNo }),
    before: { blockKind, customerNo, isStanding: true },
    after: { isStanding: false },
    ...(reason !== undefined && { reason }),
  });
  return { blockId };
}

/** A person is contacted again only where two people looked at the proof. */
export const liftBlockKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'contact.blockLift',
  family: 'contactBlock',
  title: { en: 'Allow contact again', zh: '恢复联系' },
  checkerCode: 'merchant:blacklist:audit',
  payload,
  async describe(db, { blockId, voucherIds }, scope) {
    const block = await db.selectFrom('contactBlock').selectAll().where('blockId', '=', blockId).executeTakeFirst();
    if (!block || !(await seesBlock(db, block, scope))) {
      throw new AppError('CONTACT_BLOCK_NOT_FOUND');
    }
    const { blockKind, customerNo, phone, merchantNo, version } = block;
    return {
      subjectNo: String(blockId),
      subjectName: customerNo ?? maskPhone(phone ?? ''),
      before: { blockKind, isStanding: true },
      after: { isStanding: false, vouchers: voucherIds.length },
      concerns: [],
      merchantNos: merchantNo === null ? [] : [merchantNo],
      state: { version },
    };
  },
  apply: async (lifted, call) => await liftBlock(lifted, call),
};

/** @throws AppError CONTACT_BLOCK_NOT_FOUND, ILLEGAL_TRANSITION, CHANGE_WAITING */
export async function askToLift(
  { blockId, voucherIds, reason }: ParsedRequestOf<typeof contactRight.blockLift>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  return { changeNo: await requestChange(liftBlockKind, { blockId, voucherIds }, call, reason) };
}
