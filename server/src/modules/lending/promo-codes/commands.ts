import type { ParsedRequestOf, promoCode } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { lockTemplate } from '../coupons/index.ts';
import { statusOfCode } from './code-status.ts';
import { makeCodes } from './make-codes.ts';
import { promoBatchMachine } from './promo-batch.machine.ts';
import type { PromoBatchTable } from './tables.ts';

export type PromoBatch = Selectable<PromoBatchTable>;

/** @throws AppError COUPON_TEMPLATE_NOT_FOUND, COUPON_TEMPLATE_OFF, PROMO_CODE_EXISTS, PROMO_BUDGET_TOO_SMALL, BAD_REQUEST */
export async function generate(form: ParsedRequestOf<typeof promoCode.generate>, call: CommandCall) {
  const { tx, caller } = call;
  const { couponTemplateNo, ownCode, count, maxRedemptions, budgetCents, endsOn, reason } = form;
  const template = await lockTemplate(tx, couponTemplateNo, caller.scope);
  if (template.templateStatus !== 'ENABLED')
    throw new AppError('COUPON_TEMPLATE_OFF', { fields: ['couponTemplateNo'] });
  if (endsOn < businessDateOf(new Date())) throw new AppError('CONFIG_DATE_PAST', { fields: ['endsOn'] });
  if (budgetCents < template.amountCents)
    throw new AppError('PROMO_BUDGET_TOO_SMALL', {
      fields: ['budgetCents'],
      facts: { amount: (template.amountCents / 100).toFixed(2) },
    });
  if (ownCode !== null && count !== 1) throw new AppError('PROMO_ONE_OWN_CODE', { fields: ['count'] });
  if (ownCode !== null) await refuseTaken(tx, ownCode);
  const { batchNo } = await tx
    .insertInto('promoBatch')
    .values({
      merchantNo: template.merchantNo,
      couponTemplateNo,
      ownCode,
      codeCount: count,
      maxRedemptions,
      budgetCents,
      endsOn,
      reason,
      makerUserNo: caller.userNo,
    })
    .returning('batchNo')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'promoCode.generate',
    subjectType: 'promoBatch',
    subjectNo: batchNo,
    merchantNo: template.merchantNo,
    after: { couponTemplateNo, ownCode, count, maxRedemptions, budgetCents, endsOn },
    reason,
  });
  return { batchNo };
}

/** @throws AppError PROMO_CODE_EXISTS where a code has the name, or a batch that awaits approval asks for it */
async function refuseTaken(tx: Tx, ownCode: string): Promise<void> {
  const made = await tx.selectFrom('promoCode').select('batchNo').where('promoCode', '=', ownCode).executeTakeFirst();
  const asked = await tx
    .selectFrom('promoBatch')
    .select('batchNo')
    .where('ownCode', '=', ownCode)
    .where('batchStatus', '=', 'PENDING')
    .executeTakeFirst();
  if (made ?? asked) throw new AppError('PROMO_CODE_EXISTS', { fields: ['ownCode'] });
}

/** @throws AppError PROMO_BATCH_NOT_FOUND */
export async function lockBatch(tx: Tx, batchNo: string, scope: DataScope | null): Promise<PromoBatch> {
  return await lockOne(tx, tx.selectFrom('promoBatch').selectAll().where('batchNo', '=', batchNo), {
    missing: 'PROMO_BATCH_NOT_FOUND',
    subject: `promo batch ${batchNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => scope === null || seesMerchant(scope, merchantNo),
  });
}

/**
 * Approves a batch, rejects it or ends it.
 * @throws AppError PROMO_BATCH_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION, PROMO_CODE_EXISTS
 */
export async function moveBatch(
  batchNo: string,
  command: 'approve' | 'reject' | 'disable',
  reason: string | undefined,
  call: CommandCall,
) {
  const { tx, caller } = call;
  const batch = await lockBatch(tx, batchNo, caller.scope);
  if (command !== 'disable' && batch.makerUserNo === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  const batchStatus = await transition(call, {
    machine: promoBatchMachine,
    command,
    of: batch,
    field: 'batchStatus',
    write: async (status) => {
      await tx
        .updateTable('promoBatch')
        .set((eb) => ({
          batchStatus: status,
          version: eb('version', '+', 1),
          ...(command !== 'disable' && {
            checkerUserNo: caller.userNo,
            decidedAt: new Date(),
            decisionReason: reason ?? null,
          }),
        }))
        .where('batchNo', '=', batchNo)
        .execute();
      if (command === 'approve') await makeCodes(tx, batch);
    },
    audit: {
      action: command === 'disable' ? 'promoCode.batchDisable' : 'promoCode.audit',
      subjectType: 'promoBatch',
      subjectNo: batchNo,
      merchantNo: batch.merchantNo,
      ...(reason !== undefined && { reason }),
    },
  });
  return { batchNo, batchStatus };
}

/** Ends one code. @throws AppError PROMO_CODE_UNKNOWN, ILLEGAL_TRANSITION */
export async function disableCode(
  { promoCode: code, reason }: ParsedRequestOf<typeof promoCode.disable>,
  call: CommandCall,
) {
  const { tx, caller } = call;
  const found = await tx.selectFrom('promoCode').select('batchNo').where('promoCode', '=', code).executeTakeFirst();
  if (!found) throw new AppError('PROMO_CODE_UNKNOWN', { fields: ['promoCode'] });
  const batch = await lockBatch(tx, found.batchNo, caller.scope);
  const before = await tx.selectFrom('promoCode').selectAll().where('promoCode', '=', code).executeTakeFirstOrThrow();
  const was = statusOfCode(batch, before, businessDateOf(new Date()));
  if (was === 'DISABLED')
    throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'promo code', state: was, command: 'disable' } });
  await tx.updateTable('promoCode').set({ disabledAt: new Date() }).where('promoCode', '=', code).execute();
  await writeAudit(tx, call, {
    action: 'promoCode.disable',
    subjectType: 'promoCode',
    subjectNo: code,
    merchantNo: batch.merchantNo,
    before: { promoCodeStatus: was },
    after: { promoCodeStatus: 'DISABLED' },
    reason,
  });
  return { promoCode: code, promoCodeStatus: 'DISABLED' as const };
}
