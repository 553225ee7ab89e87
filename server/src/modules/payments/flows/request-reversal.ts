import { needed } from '../../../needed.ts';
import type { flow, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { flowMachine, lockFlow, moveOfFlow, type PaymentFlow, reachFlow, shownSerial } from '../payments/index.ts';
import { showSending } from '../../lending/payouts/index.ts';
import { createReversal } from './reversal-payout.ts';

/** Where the channel takes payments back from: the number that customers pay to. */
const REVERSIBLE = { paymentChannel: 'MPESA', accountCode: 'BANK.MPESA_PAYBILL' } as const;

/** Whether the channel could be asked at all; whether the flow is free is another matter. */
export function isReversible(row: Pick<PaymentFlow, 'paymentChannel' | 'accountCode' | 'amountCents'>): boolean {
  const { paymentChannel, accountCode } = REVERSIBLE;
  const isOfPaybill = row.paymentChannel === paymentChannel && row.accountCode === accountCode;
  return isOfPaybill && row.amountCents % 100 === 0;
}

/**
 * Asks for the channel to take a flow back, as when somebody paid to the wrong number. All of it is held from now on.
 * @throws AppError SERIAL_NOT_FOUND, ILLEGAL_TRANSITION, FLOW_HAS_APPLICATIONS, FLOW_NOT_REVERSIBLE, WHOLE_SHILLINGS,
 *   CHANGE_WAITING
 */
export async function requestReversal(
  { flowNo, reason }: ParsedRequestOf<typeof flow.requestReversal>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const before = await lockFlow(tx, await reachFlow(tx, caller.scope, flowNo));
  const { amountCents, appliedCents, writableCents, flowStatus } = before;
  advance(flowMachine, flowStatus, 'reverse');
  if (writableCents !== amountCents) throw new AppError('FLOW_HAS_APPLICATIONS', { facts: { appliedCents } });
  if (!isReversible(before)) throw new AppError(amountCents % 100 === 0 ? 'FLOW_NOT_REVERSIBLE' : 'WHOLE_SHILLINGS');
  await moveOfFlow(tx, before, { heldCents: amountCents });
  const makerUserNo = caller.userNo;
  return { changeNo: await requestChange(reversalKind, { flowNo, makerUserNo }, call, reason) };
}

const payload = z.strictObject({ flowNo: z.string(), makerUserNo: z.string() });

/** Money goes out: somebody else agrees within a day, and the channel is asked once that is committed. */
export const reversalKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'flow.requestReversal',
  family: 'flow',
  title: { en: 'Request payment reversal from channel', zh: '请求渠道撤销流水' },
  checkerCode: 'afterLoan:flow:audit',
  payload,
  lapsesAfterHours: 24,
  async describe(db, { flowNo }) {
    const row = await db.selectFrom('paymentFlow').selectAll().where('flowNo', '=', flowNo).executeTakeFirstOrThrow();
    const { amountCents, heldCents, flowStatus } = row;
    return {
      subjectNo: flowNo,
      subjectName: shownSerial(row.paymentChannel, row.paymentCode),
      before: { flowStatus },
      after: { flowStatus: 'REVERSED', amountCents },
      concerns: [],
      merchantNos: [row.merchantNo],
      state: { amountCents, heldCents },
    };
  },
  async apply({ flowNo, makerUserNo }, call) {
    const { tx, caller, services } = call;
    const held = await lockFlow(tx, await reachFlow(tx, caller.scope, flowNo));
    const { merchantNo, amountCents, flowStatus } = held;
    // The trial of the request is the maker's own.
    const checkerUserNo = caller.userNo === makerUserNo ? undefined : caller.userNo;
    const attemptNo = await createReversal(tx, held, { makerUserNo, checkerUserNo });
    await writeAudit(tx, call, {
      action: 'flow.requestReversal',
      subjectType: 'flow',
      subjectNo: flowNo,
      merchantNo,
      before: { flowStatus },
      after: { flowStatus, amountCents, attemptNo },
    });
    await showSending(tx, services.engine.subjects, attemptNo);
    call.afterCommit(() => services.engine.send(attemptNo));
    return { flowNo, attemptNo };
  },
  async ended(tx, { changeNo }) {
    const { subjectNo } = await tx
      .selectFrom('changeRequest')
      .select('subjectNo')
      .where('changeNo', '=', changeNo)
      .executeTakeFirstOrThrow();
    const held = await lockFlow(tx, needed(subjectNo, 'the flow of a reversal'));
    await moveOfFlow(tx, held, { heldCents: -held.heldCents });
  },
};
