import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { partnerPostings, postJournals, sumCents } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { receivingBank } from '../prepaid/index.ts';
import { signedBy, type TwoPeople } from './days.ts';
import { partnerDayMachine } from './partner-day.machine.ts';
import { lockDay, type PartnerDay, setDay } from './store.ts';

export interface PartnerPayment {
  readonly partnerDayNos: readonly string[];
  readonly amountCents: number;
  readonly paymentChannel: 'MPESA' | 'BANK';
  readonly paymentCode: string;
  readonly paidAt: Date;
}

/**
 * Records what a partner paid for confirmed days, to the cent: bank / partner receivable, a journal a day.
 * @throws AppError PARTNER_DAY_NOT_FOUND, ILLEGAL_TRANSITION, PARTNERS_MIXED, PARTNER_AMOUNT_DIFFERS, SERIAL_REPEATED,
 *   BAD_REQUEST where it is paid in the future
 */
export async function settleDays(
  tx: Tx,
  payment: PartnerPayment,
  who: TwoPeople,
): Promise<{ readonly paymentNo: string; readonly days: readonly PartnerDay[] }> {
  const { paymentChannel, paymentCode, paidAt, amountCents } = payment;
  if (paidAt > who.at) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'paidAt', msg: 'Cannot be in the future' }] });
  }
  const days: PartnerDay[] = [];
  // In the order of their numbers, as everybody locks them.
  for (const partnerDayNo of [...new Set(payment.partnerDayNos)].sort()) {
    const day = await lockDay(tx, partnerDayNo, who.scope);
    advance(partnerDayMachine, day.dayStatus, 'settle');
    days.push(day);
  }
  const [first] = days;
  if (!first || days.some(({ platformCode }) => platformCode !== first.platformCode)) {
    throw new AppError('PARTNERS_MIXED', { fields: ['partnerDayNos'] });
  }
  const dueCents = sumCents(days.map((day) => day.dueCents));
  if (dueCents !== amountCents) {
    const facts = { due: (dueCents / 100).toFixed(2) };
    throw new AppError('PARTNER_AMOUNT_DIFFERS', { fields: ['amountCents'], facts });
  }
  const written = await tx
    .insertInto('partnerPayment')
    .values({
      platformCode: first.platformCode,
      merchantNo: first.merchantNo,
      amountCents,
      paymentChannel,
      paymentCode,
      paidAt,
      ...signedBy(who),
    })
    .onConflict((conflict) => conflict.columns(['paymentChannel', 'paymentCode']).doNothing())
    .returning('paymentNo')
    .executeTakeFirst();
  if (!written) {
    const facts = { paymentChannel, paymentCode };
    throw new AppError('SERIAL_REPEATED', { fields: ['paymentCode'], facts });
  }
  const { paymentNo } = written;
  await postJournals(
    tx,
    days
      .filter((day) => day.dueCents > 0)
      .map(({ partnerDayNo, merchantNo, dueCents: paidCents }) => ({
        kind: 'PARTNER_DAY_PAID',
        businessDate: businessDateOf(who.at),
        merchantNo,
        cause: { type: 'PARTNER_DAY', no: partnerDayNo },
        idempotencyKey: `partner-day/${partnerDayNo}/paid`,
        lines: partnerPostings.partnerDayPaid({
          bank: receivingBank(paymentChannel),
          amountCents: paidCents,
        }),
        ...signedBy(who),
      })),
  );
  for (const { partnerDayNo } of days) {
    await setDay(tx, partnerDayNo, { dayStatus: 'PAID', paymentNo });
  }
  return { paymentNo, days };
}
