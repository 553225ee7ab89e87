import type { Tx } from '../../db/database.ts';
import { applyPayment, type ApplicationRequest, receiveFlow } from '../../modules/payments/payments/index.ts';
import { type BusinessDate, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import type { Dice } from './dice.ts';
import type { SeedOrder, SeedPeople } from './seed-order.ts';
import { serialOf } from './serials.ts';

export interface Repaying {
  readonly order: SeedOrder;
  readonly orderNo: string;
  readonly people: SeedPeople;
  readonly dice: Dice;
  readonly now: Date;
  /** The payments so far. */
  payments: number;
}

const NOON_MS = 12 * 3_600_000;

export async function payGeneric(tx: Tx, repaying: Repaying, amountCents: number, date: BusinessDate): Promise<void> {
  await pay(tx, repaying, date, { repayType: 'GENERIC', billNo: null, amountCents });
}

/** Money that arrives and is used at once. */
export async function pay(
  tx: Tx,
  repaying: Repaying,
  date: BusinessDate,
  use: Pick<ApplicationRequest, 'repayType' | 'billNo' | 'amountCents' | 'deductionNo'>,
): Promise<void> {
  const { order, orderNo, payments } = repaying;
  const at = noonOf(date, repaying.now);
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: order.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: serialOf(order.number, payments),
    account: 'BANK.MPESA_PAYBILL',
    amountCents: use.amountCents,
    repayTime: at,
    receivedAt: at,
    payerPhone: order.customer.phone,
    payerName: order.customer.name,
  });
  await applyPayment(tx, {
    ...use,
    orderNo,
    flowNo,
    acknowledged: ['SURPLUS_TO_CREDIT', 'BELOW_PAYOFF', 'BELOW_CORE'],
    idempotencyKey: `seed/${orderNo}/${payments}`,
    at,
  });
}

/** Noon in Nairobi on that day, or now where that is earlier. */
export function noonOf(date: BusinessDate, now: Date): Date {
  const noon = new Date(startOfBusinessDate(date).getTime() + NOON_MS);
  return noon < now ? noon : now;
}
