import type { ParsedRequestOf, prepaid, ReplyOf } from '@kituo/sdk/contracts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { chargeMerchant } from './consumptions.ts';
import { priceAt } from './prices.ts';
import { lockConsumption, lockPrepaid } from './store.ts';

/**
 * Charges by hand what no order and no call charged automatically; the same cause is charged once.
 * @throws AppError REFERENCE_UNKNOWN, ORDER_NOT_FOUND, CAUSE_REPEATED, PREPAID_SHORT, AMOUNT_INVALID
 */
export async function chargeByHand(
  { remark, orderNo, unitPriceCents: typed, ...use }: ParsedRequestOf<typeof prepaid.consumptionCharge>,
  call: CommandContext,
): Promise<ReplyOf<typeof prepaid.consumptionCharge>> {
  const { tx, caller } = call;
  const { merchantNo } = use;
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  if (orderNo !== undefined) {
    const order = await tx
      .selectFrom('loanOrder')
      .select('orderNo')
      .where('orderNo', '=', orderNo)
      .where('merchantNo', '=', merchantNo)
      .where(ordersWithin(caller.scope))
      .executeTakeFirst();
    if (!order) throw new AppError('ORDER_NOT_FOUND', { fields: ['orderNo'] });
  }
  const { balanceCents: before } = await lockPrepaid(tx, merchantNo);
  const at = new Date();
  const unitPriceCents = typed ?? (await priceAt(tx, merchantNo, use.consumptionType, at));
  if (unitPriceCents === null) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'unitPriceCents', msg: 'Content cannot be blank' }] });
  }
  const recordNo = await chargeMerchant(tx, { ...use, unitPriceCents, ...(orderNo !== undefined && { orderNo }), at });
  if (recordNo === null) throw new AppError('CAUSE_REPEATED', { fields: ['causeNo'] });
  noteMade(tx, `consumption ${recordNo}`);
  const { consumptionStatus, amountCents, balanceAfterCents } = await lockConsumption(tx, recordNo);
  await writeAudit(tx, call, [
    {
      action: 'consumptionRecord.charge',
      subjectType: 'consumption',
      subjectNo: recordNo,
      merchantNo,
      after: { consumptionStatus, amountCents, causeNo: use.causeNo },
      reason: remark,
    },
    {
      action: 'consumptionRecord.charge',
      subjectType: 'prepaid',
      subjectNo: merchantNo,
      merchantNo,
      before: { balanceCents: before },
      after: { balanceCents: balanceAfterCents },
    },
  ]);
  return { recordNo, consumptionStatus, amountCents, balanceAfterCents };
}
