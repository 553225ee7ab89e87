import type { flow, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, type ChangeSubject, requestChange } from '../../platform/changes/index.ts';
import { flowPostings, postJournal, type PostingLine } from '../../platform/ledger/index.ts';
import { flowMachine, lockFlow, type PaymentFlow, reachFlow, shownSerial } from '../payments/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { bankAccount } from './bank-account.ts';

/** Asks to book a flow as the statement has it. @throws AppError as `adjustKind.apply` */
export async function askToAdjust(
  { reason, ...requested }: ParsedRequestOf<typeof flow.adjust>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const makerUserNo = call.caller.userNo;
  return { changeNo: await requestChange(adjustKind, { ...requested, makerUserNo }, call, reason) };
}

/** Asks to book that the channel took a flow back. @throws AppError as `reverseKind.apply` */
export async function askToReverse(
  { reason, flowNo }: ParsedRequestOf<typeof flow.reverse>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const makerUserNo = call.caller.userNo;
  return { changeNo: await requestChange(reverseKind, { flowNo, makerUserNo }, call, reason) };
}

const shared = {
  family: 'reconDifference',
  checkerCode: 'afterLoan:reconDifference:audit',
  lapsesAfterHours: 24,
} as const;

const adjustment = z.strictObject({
  flowNo: z.string(),
  statementCents: z.number(),
  makerUserNo: z.string(),
});

/** The statement shows more or less than we booked; never less than what is in use. */
export const adjustKind: ChangeKind<z.output<typeof adjustment>> = {
  ...shared,
  kind: 'flow.adjust',
  title: { en: 'Adjust payment to statement', zh: '按对账单调整流水' },
  payload: adjustment,
  async describe(db, { flowNo, statementCents }, scope) {
    const { subject, amountCents } = await subjectOf(db, scope, flowNo);
    return { ...subject, before: { amountCents }, after: { amountCents: statementCents } };
  },
  async apply({ flowNo, statementCents, makerUserNo }, call) {
    const { tx } = call;
    const before = await lockFlow(tx, await reachFlow(tx, call.caller.scope, flowNo));
    const differenceCents = statementCents - before.amountCents;
    if (statementCents <= 0) throw new AppError('AMOUNT_INVALID', { fields: ['statementCents'] });
    if (differenceCents === 0) throw new AppError('NOTHING_CHANGES');
    if (before.flowStatus === 'REVERSED') advance(flowMachine, before.flowStatus, 'applyPart');
    // It is on its way back, as a whole: how much that is has been said.
    if (before.heldCents === before.amountCents) throw new AppError('FLOW_HAS_APPLICATIONS');
    if (-differenceCents > before.writableCents) {
      const facts = { writableCents: before.writableCents };
      throw new AppError('ABOVE_WRITABLE', { fields: ['statementCents'], facts });
    }
    const bank = bankAccount(before.accountCode);
    const lines = flowPostings.receiptAdjustment({ flowNo, bank, differenceCents });
    const people = { makerUserNo, userNo: call.caller.userNo };
    await post(tx, people, 'RECEIPT_ADJUSTMENT', before, lines);
    const flowStatus = statusAfter(before, before.writableCents + differenceCents);
    await change(tx, flowNo, { amountCents: statementCents, flowStatus });
    await record(call, 'flow.adjusted', before, { amountCents: statementCents, flowStatus });
    return { flowNo };
  },
};

const reversal = z.strictObject({ flowNo: z.string(), makerUserNo: z.string() });

/** The channel took the money back: the receipt mirrored, while nothing of it is in use. */
export const reverseKind: ChangeKind<z.output<typeof reversal>> = {
  ...shared,
  kind: 'flow.reverse',
  title: { en: 'Book payment reversed by channel', zh: '登记渠道撤销流水' },
  payload: reversal,
  async describe(db, { flowNo }, scope) {
    const { subject, flowStatus } = await subjectOf(db, scope, flowNo);
    return { ...subject, before: { flowStatus }, after: { flowStatus: 'REVERSED' } };
  },
  async apply({ flowNo, makerUserNo }, call) {
    const { tx, caller } = call;
    const people = { makerUserNo, userNo: caller.userNo };
    const before = await lockFlow(tx, await reachFlow(tx, caller.scope, flowNo));
    const flowStatus = await reverseReceipt(tx, before, people);
    await record(call, 'flow.reversed', before, { amountCents: before.amountCents, flowStatus });
    return { flowNo };
  },
};

interface TwoPeople {
  readonly makerUserNo: string;
  readonly userNo: string;
}

/** @throws AppError FLOW_HAS_APPLICATIONS, ILLEGAL_TRANSITION */
export async function reverseReceipt(
  tx: Tx,
  before: PaymentFlow,
  people: TwoPeople,
): Promise<PaymentFlow['flowStatus']> {
  const { flowNo, amountCents, appliedCents } = before;
  if (before.writableCents !== amountCents) {
    throw new AppError('FLOW_HAS_APPLICATIONS', { facts: { appliedCents } });
  }
  const flowStatus = advance(flowMachine, before.flowStatus, 'reverse');
  const bank = bankAccount(before.accountCode);
  const lines = flowPostings.channelReversal({ flowNo, bank, amountCents });
  await post(tx, people, 'CHANNEL_REVERSAL', before, lines);
  // What went back is no longer there to be applied.
  await change(tx, flowNo, { returnedCents: amountCents, flowStatus });
  return flowStatus;
}

async function subjectOf(
  db: Queryable,
  scope: DataScope,
  flowNo: string,
): Promise<{
  readonly subject: Omit<ChangeSubject, 'before' | 'after'>;
  readonly amountCents: number;
  readonly flowStatus: string;
}> {
  await reachFlow(db, scope, flowNo);
  const { paymentChannel, paymentCode, merchantNo, amountCents, flowStatus, version } = await db
    .selectFrom('paymentFlow')
    .selectAll()
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  return {
    subject: {
      subjectNo: flowNo,
      subjectName: shownSerial(paymentChannel, paymentCode),
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    },
    amountCents,
    flowStatus,
  };
}

/** More money makes a used-up flow applicable again; less may use it up. */
function statusAfter(before: PaymentFlow, writableCents: number): PaymentFlow['flowStatus'] {
  const { flowStatus } = before;
  if (writableCents > 0 && (flowStatus === 'APPLIED' || flowStatus === 'REFUNDED')) {
    return advance(flowMachine, flowStatus, 'rollBackPart');
  }
  if (writableCents === 0 && flowStatus === 'PART_APPLIED') {
    return advance(flowMachine, flowStatus, 'applyAll');
  }
  return flowStatus;
}

async function post(
  tx: Tx,
  { makerUserNo, userNo }: TwoPeople,
  kind: string,
  { flowNo, merchantNo, version }: PaymentFlow,
  lines: readonly PostingLine[],
): Promise<void> {
  await postJournal(tx, {
    kind,
    businessDate: businessDateOf(new Date()),
    merchantNo,
    cause: { type: 'FLOW', no: flowNo },
    idempotencyKey: `flow/${flowNo}/${kind}/${version}`,
    lines,
    makerUserNo,
    // The trial of the request is the maker's own.
    ...(userNo !== makerUserNo && { checkerUserNo: userNo }),
  });
}

async function change(
  tx: Tx,
  flowNo: string,
  to: Partial<Pick<PaymentFlow, 'amountCents' | 'returnedCents' | 'flowStatus'>>,
): Promise<void> {
  await tx
    .updateTable('paymentFlow')
    .set((eb) => ({ ...to, version: eb('version', '+', 1) }))
    .where('flowNo', '=', flowNo)
    .execute();
}

async function record(
  call: CommandContext,
  action: string,
  before: PaymentFlow,
  after: { readonly amountCents: number; readonly flowStatus: string },
): Promise<void> {
  const { flowNo, merchantNo, amountCents, flowStatus } = before;
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'flow',
    subjectNo: flowNo,
    merchantNo,
    before: { amountCents, flowStatus },
    after,
  });
}
