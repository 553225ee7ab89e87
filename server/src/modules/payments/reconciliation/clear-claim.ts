import type { ParsedRequestOf, payoutClaim } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { payoutPostings, postJournal } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { flowMachine, lockFlow, reachFlow, spendFlow } from '../payments/index.ts';
import { needAccount } from './days.ts';

const payload = z.strictObject({ claimNo: z.string(), flowNo: z.string(), makerUserNo: z.string() });

/** A payment pays back what its payer was paid twice or too much: suspense of the payment / payee receivable. */
export const clearClaimKind: ChangeKind<z.output<typeof payload>> = {
  family: 'reconDifference',
  checkerCode: 'afterLoan:reconDifference:audit',
  lapsesAfterHours: 24,
  payload,
  kind: 'payoutClaim.clear',
  title: { en: 'Clear claim with payment', zh: '以流水核销追回款' },
  async describe(db, { claimNo, flowNo }, scope) {
    const claim = await db.selectFrom('payoutClaim').selectAll().where('claimNo', '=', claimNo).executeTakeFirst();
    if (!claim) throw new AppError('NOT_FOUND');
    await needAccount(db, claim.accountCode, scope);
    await reachFlow(db, scope, flowNo);
    const { paymentCode, writableCents, version, merchantNo } = await db
      .selectFrom('paymentFlow')
      .select(['paymentCode', 'writableCents', 'version', 'merchantNo'])
      .where('flowNo', '=', flowNo)
      .executeTakeFirstOrThrow();
    const outstandingCents = claim.amountCents - claim.clearedCents;
    const amountCents = Math.min(outstandingCents, writableCents);
    return {
      subjectNo: claimNo,
      subjectName: `${claimNo} · ${paymentCode}`,
      concerns: [],
      merchantNos: [merchantNo],
      before: { outstandingCents },
      after: { paymentCode, amountCents, outstandingCents: outstandingCents - amountCents },
      state: { outstandingCents, version },
    };
  },
  async apply({ claimNo, flowNo, makerUserNo }, call) {
    const { tx, caller } = call;
    // The trial of the request is the maker's own.
    const people = { makerUserNo, ...(caller.userNo !== makerUserNo && { checkerUserNo: caller.userNo }) };
    const { amountCents, merchantNo } = await clearClaim(tx, { claimNo, flowNo }, caller.scope, people);
    await writeAudit(tx, call, {
      action: 'payoutClaim.cleared',
      subjectType: 'payoutClaim',
      subjectNo: claimNo,
      merchantNo,
      after: { flowNo, amountCents },
    });
    return { claimNo };
  },
};

/**
 * As much of the claim as the payment has free.
 * @throws AppError NOT_FOUND, CLAIM_CLEARED, WRITABLE_ZERO, CLAIM_OTHER_MERCHANT, SERIAL_NOT_FOUND
 */
export async function clearClaim(
  tx: Tx,
  { claimNo, flowNo }: { readonly claimNo: string; readonly flowNo: string },
  scope: DataScope,
  people: { readonly makerUserNo: string; readonly checkerUserNo?: string },
) {
  const claim = await tx
    .selectFrom('payoutClaim')
    .selectAll()
    .where('claimNo', '=', claimNo)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) throw new AppError('NOT_FOUND');
  const flow = await lockFlow(tx, await reachFlow(tx, scope, flowNo));
  const outstandingCents = claim.amountCents - claim.clearedCents;
  if (outstandingCents === 0) throw new AppError('CLAIM_CLEARED');
  if (flow.writableCents <= 0) throw new AppError('WRITABLE_ZERO', { fields: ['flowNo'] });
  const { merchantNo } = flow;
  const payout = tx.selectFrom('payoutAttempt').select('merchantNo').where('attemptNo', '=', claim.attemptNo);
  if ((await payout.executeTakeFirstOrThrow()).merchantNo !== merchantNo) {
    throw new AppError('CLAIM_OTHER_MERCHANT', { fields: ['flowNo'] });
  }
  const amountCents = Math.min(outstandingCents, flow.writableCents);
  const isUsedUp = amountCents === flow.writableCents && flow.heldCents === 0;
  const flowStatus = advance(flowMachine, flow.flowStatus, isUsedUp ? 'applyAll' : 'applyPart');
  const { journalId } = await postJournal(tx, {
    kind: 'CLAIM_CLEARED',
    businessDate: businessDateOf(new Date()),
    merchantNo,
    cause: { type: 'PAYOUT', no: claim.attemptNo },
    idempotencyKey: `claim-cleared/${claimNo}/${flowNo}/${claim.clearedCents}`,
    lines: payoutPostings.claimCleared({ flowNo, amountCents }),
    ...people,
  });
  await spendFlow(tx, flow, { appliedCents: amountCents, creditedCents: 0, flowStatus });
  await tx
    .insertInto('claimRepayment')
    .values({ claimNo, flowNo, amountCents, journalId, ...people })
    .execute();
  await tx
    .updateTable('payoutClaim')
    .set({ clearedCents: claim.clearedCents + amountCents })
    .where('claimNo', '=', claimNo)
    .execute();
  return { amountCents, merchantNo };
}

/** Submits that a payment pays a claim back; an approver agrees. @throws AppError as `clearClaim` */
export async function askToClear(
  { reason, ...of }: ParsedRequestOf<typeof payoutClaim.clear>,
  call: CommandCall,
): Promise<{ changeNo: string }> {
  const makerUserNo = call.caller.userNo;
  return { changeNo: await requestChange(clearClaimKind, { ...of, makerUserNo }, call, reason) };
}
