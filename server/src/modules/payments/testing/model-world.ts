import type { Database, Tx } from '../../../db/database.ts';
import { amounts, totalOf } from '../../ledger/index.ts';
import type { LentLoan } from '../../orders/testing/lend.ts';
import { businessDateOf } from '../../policy/index.ts';
import { type ApplicationRequest, applyPayment, lockLoan, receiveFlow } from '../index.ts';

export interface ModelPeople {
  readonly maker: string;
  readonly checker: string;
}

/** A loan of a history, and the hour it has come to. */
export interface World {
  readonly db: Database;
  readonly people: ModelPeople;
  loan: LentLoan;
  at: Date;
  count: number;
  chargeOffNo: string | undefined;
  last: ApplicationRequest | undefined;
}

export const loanOf = (tx: Tx, { loan, at }: World) =>
  lockLoan(tx, loan.orderNo, businessDateOf(at));

export async function oldest(tx: Tx, world: World) {
  const { open, order } = await loanOf(tx, world);
  const [bill] = open;
  const outstanding = bill?.outstanding ?? amounts({});
  const { PRINCIPAL } = outstanding;
  const { extensionRateBps, extensionDays } = order.terms;
  const owedCents = totalOf(outstanding);
  return {
    billNo: bill?.billNo ?? 'none',
    owedCents,
    nonPrincipalCents: owedCents - PRINCIPAL,
    feeCents: Math.floor((PRINCIPAL * extensionRateBps * extensionDays) / 10_000),
  };
}

/** Money arrives and is applied at once. */
export async function pay(
  tx: Tx,
  world: World,
  amountCents: number,
  how: Pick<ApplicationRequest, 'repayType' | 'billNo'> & { readonly deductionNo?: string },
): Promise<void> {
  const { loan, people, at } = world;
  const key = `${loan.orderNo}/${(world.count += 1)}`;
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: loan.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: key,
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime: at,
    receivedAt: at,
  });
  const { repayType, billNo, deductionNo } = how;
  const request: ApplicationRequest = {
    orderNo: loan.orderNo,
    repayType,
    billNo,
    flowNo,
    amountCents,
    acknowledged: ['SURPLUS_TO_CREDIT', 'BELOW_PAYOFF', 'BELOW_CORE'],
    makerUserNo: people.maker,
    idempotencyKey: key,
    at,
    ...(deductionNo !== undefined && { deductionNo }),
  };
  await applyPayment(tx, request);
  world.last = request;
}
