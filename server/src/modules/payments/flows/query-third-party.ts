import type { flow, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, Caller } from '../../../http/implement.ts';
import type { Database } from '../../../db/database.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { receivingCode } from '../accounts/index.ts';
import { type ChannelReceipt, channelReceiptOf } from '../payments/index.ts';
import { refuseKnown, refuseUnchecked } from './draft-checks.ts';

type Question = ParsedRequestOf<typeof flow.queryThirdParty>;
export type AskingReceipt = Pick<CallBasics, 'db' | 'services'> & { readonly caller: Caller };

/** How long M-Pesa tells of a payment. */
const PULLED_FOR_MS = 48 * 3_600_000;

/**
 * What the channel says of a serial number: on a statement of the account that was imported, else in answer to a query
 * now. What it said is kept: a draft or a typed row of a write-off rests on it.
 * @throws AppError BAD_REQUEST before the phone is checked, SERIAL_REPEATED, SERIAL_EQUALS_ORDER_NO,
 *   CHANNEL_NOT_QUERYABLE, THIRD_PARTY_FLOW_NOT_FOUND
 */
export async function queryThirdParty(
  question: Question,
  call: AskingReceipt,
): Promise<ReplyOf<typeof flow.queryThirdParty>> {
  const { db, caller } = call;
  const { paymentChannel, paymentCode, accountId } = question;
  const { merchantNo, thirdPartyOrderNo } = await refuseUnchecked(db, question, caller);
  await refuseKnown(db, { ...question, thirdPartyOrderNo });
  const of = { merchantNo, paymentChannel, paymentCode, accountCode: accountId };
  const kept = await channelReceiptOf(db, of);
  const told = kept ?? (await askReceipt(db, of, call));
  if (told === null) {
    const facts = { paymentChannel, paymentCode, accountId, askedAt: new Date().toISOString() };
    throw new AppError('THIRD_PARTY_FLOW_NOT_FOUND', { facts, fields: ['paymentCode'] });
  }
  const { amountCents, repayTime, payerName, payerPhone, toldBy } = told;
  const hides = caller.isMasked || caller.maskedFields.has('payerName');
  return {
    amountCents,
    repayTime: repayTime.toISOString(),
    payerName: payerName !== null && hides ? maskName(payerName) : payerName,
    payerPhone: payerPhone === null ? null : maskPhone(payerPhone),
    toldBy,
  };
}

/** Asks M-Pesa for what the account received lately, and keeps the answer. @throws AppError CHANNEL_NOT_QUERYABLE, CHANNEL_SILENT */
export async function askReceipt(
  db: Database,
  of: Parameters<typeof channelReceiptOf>[1] & { readonly accountCode: string },
  { services, caller }: AskingReceipt,
): Promise<ChannelReceipt | null> {
  const { paymentChannel, paymentCode, accountCode } = of;
  const { money } = services.engine.gateways;
  const shortCode = paymentChannel === 'MPESA' ? await receivingCode(db, services, accountCode) : null;
  if (money === null || shortCode === null) throw new AppError('CHANNEL_NOT_QUERYABLE', { fields: ['paymentChannel'] });
  const today = businessDateOf(new Date());
  const days = [today, addDays(today, -1), addDays(today, -2)].filter(
    (day) => Date.now() - startOfBusinessDate(day).getTime() <= PULLED_FOR_MS,
  );
  for (const day of days) {
    const received = await money.pullReceipts({ shortCode, day }).catch((error: unknown) => {
      if (error instanceof GatewayError) throw new AppError('CHANNEL_SILENT', { fields: ['paymentCode'] });
      throw error;
    });
    const found = received.find(({ transactionId }) => transactionId === paymentCode);
    if (!found) continue;
    const { amountCents, at: repayTime } = found;
    // Part of the number may be hidden: it is no phone of anybody then.
    const payerPhone = /^254\d{9}$/.test(found.phone) ? found.phone : null;
    const payerName = found.sender.trim().slice(0, 128) || null;
    const told = { accountCode, amountCents, repayTime, payerName, payerPhone };
    await db
      .insertInto('channelReceipt')
      .values({ ...told, paymentChannel, paymentCode, askedBy: caller.userNo })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ...told, toldBy: 'QUERY' };
  }
  return null;
}
