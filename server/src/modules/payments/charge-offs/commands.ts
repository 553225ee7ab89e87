import type { chargeOff, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { type Bill, chargeOffApplicationMachine } from '../../lending/bills/index.ts';
import { applyForChargeOff, cancelChargeOff, decideChargeOff, lockChargeOff } from './charge-off.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockLoan, recordOnLoan } from '../payments/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { reachOrderOf, type System } from '../waivers/index.ts';

type Endpoints = typeof chargeOff.byOrder;
type State = ReplyOf<Endpoints['apply']>;

/**
 * Asks to recognise bills as a loss.
 * @throws AppError ORDER_NOT_FOUND, CHARGE_OFF_NOT_IN_POOL, CHARGE_OFF_OLDER, and of `applyForChargeOff`
 */
export async function requestChargeOff(
  system: System,
  form: ParsedRequestOf<Endpoints['apply']>,
  call: CommandContext,
): Promise<State> {
  const { tx, caller } = call;
  const { orderNo, merchantNo } = await reachOrderOf(tx, caller.scope, system, form.orderNo);
  const loan = await lockLoan(tx, orderNo, businessDateOf(new Date()));
  const pooled = await pooledBills(tx, orderNo);
  if (pooled.size === 0) throw new AppError('CHARGE_OFF_NOT_IN_POOL');
  const active = loan.bills.filter(({ billStatus }) => billStatus === 'ACTIVE');
  // By bill each is in the pool by itself: the others stay collectable.
  const meant = system === 'ORDER' ? active : active.filter(({ billNo }) => pooled.has(billNo));
  // Where none is, the state of the others refuses them.
  const billNos = form.billNos ?? (meant.length > 0 ? meant : loan.bills).map(({ billNo }) => billNo);
  if (system === 'BILL') refuseBesidePool(active, billNos, pooled, form.leavesOlder === true);
  const { reason } = form;
  const applicantUserNo = caller.userNo;
  const chargeOffNo = await applyForChargeOff(tx, loan, { billNos, reason, applicantUserNo });
  await writeAudit(tx, call, {
    action: 'chargeOff.apply',
    subjectType: 'chargeOff',
    subjectNo: chargeOffNo,
    merchantNo,
    after: { chargeOffStatus: 'PENDING', orderNo, billNos },
    reason,
  });
  return await stateOf(tx, chargeOffNo);
}

/** The bills of an order whose case is in the pool of bad debt: a loss comes after it, never straight from collection. */
export async function pooledBills(tx: Queryable, orderNo: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('collectionCase as c')
    .innerJoin('caseBill as cb', 'cb.caseNo', 'c.caseNo')
    .select('cb.billNo')
    .where('c.orderNo', '=', orderNo)
    .where('c.caseStatus', '=', 'BAD_DEBT_POOL')
    .execute();
  return new Set(rows.map(({ billNo }) => billNo));
}

/**
 * Of collection by bill: a bill that is still being collected cannot be charged off. Leaving an older bill out needs
 * confirmation, since any payment goes to that one first.
 * @throws AppError CHARGE_OFF_NOT_IN_POOL, CHARGE_OFF_OLDER
 */
function refuseBesidePool(
  active: readonly Bill[],
  billNos: readonly string[],
  pooled: ReadonlySet<string>,
  leavesOlder: boolean,
): void {
  const meant = active.filter(({ billNo }) => billNos.includes(billNo));
  if (meant.some(({ billNo }) => !pooled.has(billNo))) {
    throw new AppError('CHARGE_OFF_NOT_IN_POOL', { fields: ['billNos'] });
  }
  const newest = meant.reduce((latest, { dueDate }) => (dueDate > latest ? dueDate : latest), '');
  const older = active.find(({ billNo, dueDate }) => dueDate < newest && !billNos.includes(billNo));
  if (older && !leavesOlder) {
    throw new AppError('CHARGE_OFF_OLDER', { fields: ['leavesOlder'], facts: { billNo: older.billNo } });
  }
}

/**
 * Decides a loss that waits, or the cancellation that waits of one.
 * @throws AppError CHARGE_OFF_NOT_FOUND, ILLEGAL_TRANSITION, BAD_REQUEST for a rejection without a reason, and
 *   of `decideChargeOff`, `cancelChargeOff`
 */
export async function checkChargeOff(
  system: System,
  form: ParsedRequestOf<Endpoints['check']>,
  call: CommandContext,
): Promise<State> {
  const { tx, caller } = call;
  const { chargeOffNo, isApproved, reason } = form;
  if (!isApproved && reason === undefined) {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'reason', msg: 'Content cannot be blank' }],
    });
  }
  const { orderNo, merchantNo } = await reach(tx, system, chargeOffNo, call);
  const waiting = await lockChargeOff(tx, chargeOffNo);
  const { cancelRequestedBy } = waiting;
  const isCancel = waiting.chargeOffStatus === 'APPROVED' && cancelRequestedBy !== null;
  const verb = isApproved ? 'approve' : 'reject';
  const action = isCancel ? `chargeOff.cancel.${verb}` : `chargeOff.${verb}`;
  await recordOnLoan(call, { action, orderNo, merchantNo, flowNos: [], reason }, async () => {
    const loan = await lockLoan(tx, orderNo, businessDateOf(new Date()));
    const { userNo } = caller;
    if (!isCancel) {
      await decideChargeOff(tx, chargeOffNo, loan, { isApproved, userNo, reason });
      return;
    }
    if (cancelRequestedBy === userNo) throw new AppError('MAKER_IS_CHECKER');
    if (isApproved) {
      const people = { makerUserNo: cancelRequestedBy, checkerUserNo: userNo };
      await cancelChargeOff(tx, chargeOffNo, loan, people);
    }
    await tx
      .updateTable('chargeOff')
      .set({ cancelRequestedBy: null, cancelRequestedAt: null })
      .where('chargeOffNo', '=', chargeOffNo)
      .execute();
  });
  return await stateOf(tx, chargeOffNo);
}

/** Asks to take a loss back. @throws AppError CHARGE_OFF_NOT_FOUND, ILLEGAL_TRANSITION, PERIOD_CLOSED, CANCEL_WAITING */
export async function requestCancellation(
  system: System,
  { chargeOffNo, reason }: ParsedRequestOf<Endpoints['cancel']>,
  call: CommandContext,
): Promise<State> {
  const { tx, caller } = call;
  const { merchantNo } = await reach(tx, system, chargeOffNo, call);
  const known = await lockChargeOff(tx, chargeOffNo);
  advance(chargeOffApplicationMachine, known.chargeOffStatus, 'cancel');
  const today = businessDateOf(new Date());
  if (known.businessDate?.slice(0, 7) !== today.slice(0, 7)) throw new AppError('PERIOD_CLOSED');
  if (known.cancelRequestedBy !== null) throw new AppError('CANCEL_WAITING');
  await tx
    .updateTable('chargeOff')
    .set({
      cancelRequestedBy: caller.userNo,
      cancelRequestedAt: new Date(),
      cancelReason: reason,
    })
    .where('chargeOffNo', '=', chargeOffNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'chargeOff.cancel.apply',
    subjectType: 'chargeOff',
    subjectNo: chargeOffNo,
    merchantNo,
    before: { chargeOffStatus: known.chargeOffStatus, isCancelWaiting: false },
    after: { chargeOffStatus: known.chargeOffStatus, isCancelWaiting: true },
    reason,
  });
  return await stateOf(tx, chargeOffNo);
}

/** Of an order within the caller's scope, or as good as none. */
async function reach(tx: Tx, system: System, chargeOffNo: string, { caller }: CommandContext) {
  const known = await tx
    .selectFrom('chargeOff')
    .select('orderNo')
    .where('chargeOffNo', '=', chargeOffNo)
    .executeTakeFirst();
  if (!known) throw new AppError('CHARGE_OFF_NOT_FOUND');
  const missing = 'CHARGE_OFF_NOT_FOUND';
  return await reachOrderOf(tx, caller.scope, system, known.orderNo, missing);
}

async function stateOf(tx: Tx, chargeOffNo: string): Promise<State> {
  return await tx
    .selectFrom('chargeOff')
    .select(['chargeOffNo', 'chargeOffStatus', 'lossCents'])
    .where('chargeOffNo', '=', chargeOffNo)
    .executeTakeFirstOrThrow();
}
