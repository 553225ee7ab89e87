import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { PaymentFlowTable } from '../../../db/engine-schema.ts';
import { prepared } from '../../../db/prepared.ts';
import { noteMade, noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { type BankAccount, flowPostings, postJournal } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

export type PaymentFlow = Selectable<PaymentFlowTable>;

/** Money that arrived, as the channel tells it. */
export interface Receipt {
  readonly merchantNo: string;
  readonly paymentChannel: string;
  /** The channel's serial number: once a channel. */
  readonly paymentCode: string;
  readonly account: BankAccount;
  readonly amountCents: number;
  readonly repayTime: Date;
  readonly payerPhone?: string | undefined;
  readonly payerName?: string | undefined;
  readonly accountReference?: string | undefined;
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  /** When we heard of it; now unless history is being written. */
  readonly receivedAt?: Date;
}

/**
 * Takes money in, once a serial number: the flow and its journal. Told again, by another callback or another
 * way, it is the flow that is there.
 */
export async function receiveFlow(
  tx: Tx,
  receipt: Receipt,
): Promise<{ readonly flowNo: string; readonly isNew: boolean }> {
  const { account, merchantNo, paymentChannel, paymentCode, amountCents } = receipt;
  const { receivedAt = new Date() } = receipt;
  const made = await tx
    .insertInto('paymentFlow')
    .values({
      merchantNo,
      paymentChannel,
      paymentCode,
      accountCode: account,
      amountCents,
      repayTime: receipt.repayTime,
      receivedAt,
      payerPhone: receipt.payerPhone ?? null,
      payerName: receipt.payerName ?? null,
      accountReference: receipt.accountReference ?? null,
    })
    .onConflict((conflict) => conflict.constraint('payment_flow_serial_once').doNothing())
    .returning('flowNo')
    .executeTakeFirst();
  if (!made) {
    const { flowNo } = await tx
      .selectFrom('paymentFlow')
      .select('flowNo')
      .where('paymentChannel', '=', paymentChannel)
      .where('paymentCode', '=', paymentCode)
      .executeTakeFirstOrThrow();
    return { flowNo, isNew: false };
  }
  const { flowNo } = made;
  noteMade(tx, `flow ${flowNo}`);
  await postJournal(tx, {
    kind: 'RECEIPT',
    businessDate: businessDateOf(receivedAt),
    merchantNo,
    cause: { type: 'FLOW', no: flowNo },
    idempotencyKey: `receipt/${flowNo}`,
    lines: flowPostings.receipt({ flowNo, bank: account, amountCents }),
    ...(receipt.makerUserNo !== undefined && { makerUserNo: receipt.makerUserNo }),
    ...(receipt.checkerUserNo !== undefined && { checkerUserNo: receipt.checkerUserNo }),
  });
  await publishEvent(tx, {
    topic: 'flow.receive',
    subjectType: 'flow',
    subjectNo: flowNo,
    merchantNo,
    after: { flowStatus: 'RECEIVED', amountCents },
  });
  return { flowNo, isNew: true };
}

/** Locks a flow, so that fifty applications of it queue. @throws AppError SERIAL_NOT_FOUND */
export async function lockFlow(tx: Tx, flowNo: string): Promise<PaymentFlow> {
  const flow = await tx
    .selectFrom('paymentFlow')
    .selectAll()
    .where('flowNo', '=', flowNo)
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!flow) throw new AppError('SERIAL_NOT_FOUND');
  noteState(tx, `flow ${flowNo}`, flow.version);
  return flow;
}

/** Adds to what is used of a flow, and writes the state it leads to. Signed: a rollback gives back. */
export async function spendFlow(
  tx: Tx,
  flow: PaymentFlow,
  use: {
    readonly appliedCents: number;
    readonly creditedCents: number;
    readonly returnedCents?: number;
    readonly flowStatus: PaymentFlow['flowStatus'];
    readonly customerNo?: string;
    readonly orderNo?: string;
  },
): Promise<void> {
  const { appliedCents, creditedCents, returnedCents = 0, ...rest } = use;
  await tx
    .updateTable('paymentFlow')
    .set((eb) => ({
      ...rest,
      appliedCents: eb('appliedCents', '+', sql<number>`${appliedCents}::bigint`),
      creditedCents: eb('creditedCents', '+', sql<number>`${creditedCents}::bigint`),
      returnedCents: eb('returnedCents', '+', sql<number>`${returnedCents}::bigint`),
      version: eb('version', '+', 1),
    }))
    .where('flowNo', '=', flow.flowNo)
    .modifyEnd(prepared)
    .execute();
}

/** Signed: what is held of a flow, and what went back of it. */
export async function moveOfFlow(
  tx: Tx,
  { flowNo }: Pick<PaymentFlow, 'flowNo'>,
  change: {
    readonly heldCents?: number;
    readonly returnedCents?: number;
    readonly flowStatus?: PaymentFlow['flowStatus'];
  },
): Promise<void> {
  const { heldCents = 0, returnedCents = 0, flowStatus } = change;
  await tx
    .updateTable('paymentFlow')
    .set((eb) => ({
      heldCents: eb('heldCents', '+', sql.lit(heldCents)),
      returnedCents: eb('returnedCents', '+', sql.lit(returnedCents)),
      version: eb('version', '+', 1),
      ...(flowStatus !== undefined && { flowStatus }),
    }))
    .where('flowNo', '=', flowNo)
    .execute();
}

/** What a flow becomes when several uses of it are undone at once. */
export interface FlowAfter {
  readonly flowNo: string;
  readonly appliedCents: number;
  readonly creditedCents: number;
  readonly flowStatus: PaymentFlow['flowStatus'];
}

/** Locks flows in the order of their numbers. */
export async function lockFlows(tx: Tx, flowNos: readonly string[]): Promise<PaymentFlow[]> {
  const flows = await tx
    .selectFrom('paymentFlow')
    .selectAll()
    .where(sql<boolean>`flow_no = any(${[...flowNos]}::text[])`)
    .orderBy('flowNo')
    .forNoKeyUpdate()
    .execute();
  for (const { flowNo, version } of flows) noteState(tx, `flow ${flowNo}`, version);
  return flows;
}

/** Writes what became of locked flows, in one statement. */
export async function writeFlows(tx: Tx, flows: readonly FlowAfter[]): Promise<void> {
  await sql`
    update payment_flow f set applied_cents = n.applied_cents, credited_cents = n.credited_cents,
      flow_status = n.flow_status, version = f.version + 1
    from unnest(${flows.map(({ flowNo }) => flowNo)}::text[],
      ${flows.map(({ appliedCents }) => appliedCents)}::bigint[],
      ${flows.map(({ creditedCents }) => creditedCents)}::bigint[],
      ${flows.map(({ flowStatus }) => flowStatus)}::text[])
      as n (flow_no, applied_cents, credited_cents, flow_status)
    where f.flow_no = n.flow_no`.execute(tx);
}
