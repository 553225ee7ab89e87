import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { flowPostings, postJournal } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { type AppliedPayment, applyPayment } from './apply-payment.ts';
import { heldCredit } from './credit-holds.ts';
import { flowMachine } from './flow.machine.ts';
import { lockLoan } from './loan-lock.ts';
import type { ApplicationRequest } from './plan-application.ts';
import { lockFlow, spendFlow } from './receive-flow.ts';

/**
 * Uses a customer's credit on a loan: it goes back to the flow it came from, and from there to the bill. A
 * rollback of it makes it credit again.
 * @throws AppError CREDIT_SHORT, and as `applyPayment`
 */
export async function applyCredit(tx: Tx, request: ApplicationRequest): Promise<AppliedPayment> {
  const { orderNo, flowNo, amountCents, idempotencyKey, at = new Date() } = request;
  const today = businessDateOf(at);
  const { order } = await lockLoan(tx, orderNo, today);
  const flow = await lockFlow(tx, flowNo);
  const freeCents = flow.creditedCents - (await heldCredit(tx, flowNo));
  if (flow.customerNo !== order.customerNo || amountCents > freeCents) {
    throw new AppError('CREDIT_SHORT', { facts: { creditCents: Math.max(0, freeCents) } });
  }
  if (amountCents <= 0) throw new AppError('AMOUNT_INVALID');
  const { customerNo, merchantNo } = order;
  const { makerUserNo, checkerUserNo } = request;
  const { journalId, isNew } = await postJournal(tx, {
    kind: 'CREDIT_REUSE',
    businessDate: today,
    merchantNo,
    cause: { type: 'APPLICATION', no: flowNo },
    idempotencyKey: `${idempotencyKey}/credit`,
    lines: flowPostings.creditReuse({ flowNo, customerNo, amountCents }),
    ...(makerUserNo !== undefined && { makerUserNo }),
    ...(checkerUserNo !== undefined && { checkerUserNo }),
  });
  if (!isNew) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const flowStatus = advance(flowMachine, flow.flowStatus, 'rollBackPart');
  await spendFlow(tx, flow, { appliedCents: 0, creditedCents: -amountCents, flowStatus });
  const applied = await applyPayment(tx, request);
  await tx
    .updateTable('paymentApplication')
    .set({
      creditUsedCents: amountCents,
      journalIds: sql<number[]>`${journalId}::bigint || journal_ids`,
    })
    .where('applicationNo', '=', applied.applicationNo)
    .execute();
  return applied;
}

/** What of a customer's credit nothing holds, a flow each, the largest first. */
export async function freeCredit(
  tx: Tx,
  customerNo: string,
): Promise<readonly { readonly flowNo: string; readonly freeCents: number }[]> {
  const flows = await tx
    .selectFrom('paymentFlow')
    .select(['flowNo', 'creditedCents'])
    .where('customerNo', '=', customerNo)
    .where('creditedCents', '>', 0)
    .execute();
  const free = await Promise.all(
    flows.map(async ({ flowNo, creditedCents }) => ({
      flowNo,
      freeCents: creditedCents - (await heldCredit(tx, flowNo)),
    })),
  );
  return free
    .filter(({ freeCents }) => freeCents > 0)
    .toSorted((a, b) => b.freeCents - a.freeCents || (a.flowNo < b.flowNo ? -1 : 1));
}
