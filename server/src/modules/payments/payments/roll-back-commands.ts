import type { payment, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { AppError } from '../../../http/app-error.ts';
import { casesOfOrder, lastHeldOf, promisesLessPaid, returnCases } from '../../collections/collections/index.ts';
import { reachBill, reachOrder } from './reach.ts';
import { recordOnLoan } from './record-loan.ts';
import { rollBack, type RollbackRequest } from './roll-back.ts';

const ACTIONS = {
  SETTLE_ROLLBACK: 'payment.rollbackSettle',
  FULL_ROLLBACK: 'payment.rollbackFull',
} as const;

/**
 * Undoes the newest live write-off of an order or bill, or all of them.
 * @throws AppError ORDER_NOT_FOUND, BILL_NOT_FOUND, FORBIDDEN, and of `rollBack`
 */
export async function undoWriteOffs(
  form: payment.RollbackForm,
  kind: RollbackRequest['kind'],
  call: CommandContext,
): Promise<ReplyOf<typeof payment.rollbackSettle>> {
  const { tx, caller } = call;
  const { orderNo, reason } = form;
  const { merchantNo } = await reachOrder(tx, caller.scope, orderNo);
  if (form.billNo) {
    const bill = await reachBill(tx, caller.scope, form.billNo);
    if (bill.orderNo !== orderNo) throw new AppError('BILL_NOT_FOUND', { fields: ['billNo'] });
  }
  const held = form.returnsCases ? await lastHeldOf(call, orderNo) : [];
  const before = await casesOfOrder(tx, orderNo);
  const flowNos = await liveFlows(tx, orderNo);
  const about = { action: ACTIONS[kind], orderNo, merchantNo, flowNos, reason };
  const undone = await recordOnLoan(call, about, async () =>
    rollBack(tx, {
      orderNo,
      kind,
      reason,
      makerUserNo: caller.userNo,
      // An application is undone once: its number, which is added, makes the key.
      idempotencyKey: 'rollback',
      ...(form.billNo && { billNo: form.billNo }),
      ...(form.applicationNo && { applicationNo: form.applicationNo }),
    }),
  );
  const cases = moved(before, await casesOfOrder(tx, orderNo));
  const inPool = cases.filter(({ toStatus }) => toStatus === 'POOL').map(({ caseNo }) => caseNo);
  return {
    orderNo,
    applications: await undoneOf(tx, undone),
    inCollection: await inCollection(tx, orderNo),
    cases,
    promises: await promisesLessPaid(tx, orderNo, undone),
    ...(form.returnsCases && { returned: await returnCases(held, inPool, reason, call) }),
  };
}

async function liveFlows(db: Queryable, orderNo: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentApplication')
    .select('flowNo')
    .distinct()
    .where('orderNo', '=', orderNo)
    .where('applicationStatus', '=', 'LIVE')
    .execute();
  return rows.map(({ flowNo }) => flowNo);
}

async function undoneOf(db: Queryable, applicationNos: readonly string[]) {
  const rows = await db
    .selectFrom('paymentApplication')
    .select(['applicationNo', 'flowNo', 'repayType', 'appliedCents', 'surplusCents'])
    .select(['journalIds', 'settledBillNos as reopenedBillNos', 'successorBillNo'])
    .where('applicationNo', 'in', [...applicationNos])
    .orderBy('applicationNo', 'desc')
    .execute();
  const waivers = await db
    .selectFrom('deduction')
    .select(['deductionNo', 'applicationNo'])
    .where('applicationNo', 'in', [...applicationNos])
    .execute();
  const coupons = await db
    .selectFrom('couponUse')
    .select(['couponNo', 'applicationNo'])
    .where('applicationNo', 'in', [...applicationNos])
    .execute();
  return rows.map((row) => ({
    ...row,
    couponNos: coupons.flatMap(({ couponNo, applicationNo }) =>
      applicationNo === row.applicationNo ? [couponNo] : [],
    ),
    deductionNos: waivers
      .filter(({ applicationNo }) => applicationNo === row.applicationNo)
      .map(({ deductionNo }) => deductionNo),
  }));
}

type CaseNow = Awaited<ReturnType<typeof casesOfOrder>>[number];

/** Cases that are not what they were. */
const moved = (before: readonly CaseNow[], after: readonly CaseNow[]) =>
  after.flatMap(({ caseNo, caseStatus: toStatus, caseLevel: toLevel }) => {
    const was = before.find((one) => one.caseNo === caseNo);
    if (!was || (was.caseStatus === toStatus && was.caseLevel === toLevel)) return [];
    return { caseNo, fromStatus: was.caseStatus, toStatus, fromLevel: was.caseLevel, toLevel };
  });

/** The bills of an order that are in an open case, with its level. */
async function inCollection(db: Queryable, orderNo: string) {
  return await db
    .selectFrom('collectionCase as c')
    .innerJoin('caseBill as cb', 'cb.caseNo', 'c.caseNo')
    .select(['cb.billNo', 'c.caseLevel'])
    .where('c.orderNo', '=', orderNo)
    .where('cb.isOpen', '=', true)
    .orderBy('cb.billNo')
    .execute();
}
