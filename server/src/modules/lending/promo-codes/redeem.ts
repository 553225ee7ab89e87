import type { ParsedRequestOf, promoCode } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { awardCoupon, lockCoupon, moveCoupon } from '../coupons/index.ts';
import { statusOfCode } from './code-status.ts';
import { lockBatch } from './commands.ts';

/**
 * Gives a customer the coupon of a code. The batch is locked meanwhile, so neither its budget nor a code's number of
 * redemptions is passed however many redeem at once.
 * @throws AppError PROMO_CODE_UNKNOWN, PROMO_CODE_ENDED, PROMO_CODE_REDEEMED
 */
export async function redeem(
  { customerNo, promoCode: code }: ParsedRequestOf<typeof promoCode.redeem>,
  call: CommandCall,
): Promise<{ couponNo: string }> {
  const { tx, caller } = call;
  const unknown = () => new AppError('PROMO_CODE_UNKNOWN', { fields: ['promoCode'] });
  const ended = () => new AppError('PROMO_CODE_ENDED', { fields: ['promoCode'] });
  const customer = await tx
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo))
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['customerNo'] });
  const found = await tx.selectFrom('promoCode').select('batchNo').where('promoCode', '=', code).executeTakeFirst();
  if (!found) throw unknown();
  const batch = await lockBatch(tx, found.batchNo, null);
  // Of another merchant's code nobody learns that it exists.
  if (batch.merchantNo !== customer.merchantNo) throw unknown();
  const held = await tx.selectFrom('promoCode').selectAll().where('promoCode', '=', code).executeTakeFirstOrThrow();
  const at = new Date();
  if (statusOfCode(batch, held, businessDateOf(at)) !== 'ENABLED') throw ended();
  const before = await tx
    .selectFrom('promoRedemption')
    .select('couponNo')
    .where('batchNo', '=', batch.batchNo)
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (before) throw new AppError('PROMO_CODE_REDEEMED', { fields: ['promoCode'] });
  const { merchantNo, couponTemplateNo, batchNo } = batch;
  const { amountCents } = await tx
    .selectFrom('couponTemplate')
    .select('amountCents')
    .where('couponTemplateNo', '=', couponTemplateNo)
    .executeTakeFirstOrThrow();
  if (batch.spentCents + amountCents > batch.budgetCents) throw ended();
  const couponNo = await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, at);
  if (couponNo === null) throw ended();
  // Whoever typed the code looks for the coupon at once: it waits for no sweep.
  await moveCoupon(tx, await lockCoupon(tx, couponNo), 'takeEffect', { at });
  await tx.insertInto('promoRedemption').values({ batchNo, customerNo, promoCode: code, couponNo, at }).execute();
  await tx
    .updateTable('promoCode')
    .set((eb) => ({ redeemed: eb('redeemed', '+', 1) }))
    .where('promoCode', '=', code)
    .execute();
  await tx
    .updateTable('promoBatch')
    .set((eb) => ({ spentCents: eb('spentCents', '+', amountCents) }))
    .where('batchNo', '=', batchNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'promoCode.redeem',
    subjectType: 'coupon',
    subjectNo: couponNo,
    merchantNo,
    after: { batchNo, customerNo },
  });
  return { couponNo };
}
