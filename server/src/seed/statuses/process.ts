import type { Tx } from '../../db/database.ts';
import {
  allocateOrder,
  closeReReview,
  type LoanOrder,
  lockOrder,
  passOrder,
  refuseOrder,
  reReviewOrder,
  returnOrder,
} from '../../modules/lending/orders/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;

/** Refused orders that got a second look, and what came of it. */
export async function reReviews(desk: Desk): Promise<void> {
  const { maker, now } = desk;
  const refused = await desk.db
    .selectFrom('loanOrder')
    .select(['orderNo', 'reviewerUserNo'])
    .where('orderStatus', '=', 'REFUSED')
    .orderBy('orderNo', 'desc')
    .limit(4)
    .execute();
  const fates = ['IN_REVIEW', 'PASSED', 'REFUSED', 'RETURNED'] as const;
  for (const [index, { orderNo, reviewerUserNo }] of refused.entries()) {
    const second = [desk.checker, desk.third].find((userNo) => userNo !== reviewerUserNo) ?? desk.checker;
    await desk.does(async (tx) => {
      const order = await lockOrder(tx, orderNo);
      const reason = 'The employer confirmed the salary';
      await tx
        .insertInto('reReview')
        .values({
          orderNo,
          merchantNo: order.merchantNo,
          applicantUserNo: maker,
          applyReason: reason,
          applyTime: now,
          applyDate: businessDateOf(now),
          fromStatus: 'REFUSED',
          targetStatus: 'TO_ALLOCATE',
          refuseCode: order.refuseCode,
          refuseTime: order.refusedAt ?? now,
          firstAuditorUserNo: reviewerUserNo,
        })
        .execute();
      await reReviewOrder(tx, order, { userNo: maker, reason });
      const fate = fates[index];
      if (fate === undefined || fate === 'IN_REVIEW') return;
      await allocateOrder(tx, orderNo, second, { userNo: maker, at: now });
      await closeReReview(tx, await decide(tx, order, fate, { userNo: second, at: now }), second, now);
    });
  }
}

async function decide(
  tx: Tx,
  { orderNo, appliedCents }: LoanOrder,
  fate: 'PASSED' | 'REFUSED' | 'RETURNED',
  acting: { readonly userNo: string; readonly at: Date },
): Promise<LoanOrder> {
  if (fate === 'REFUSED') return await refuseOrder(tx, orderNo, { refuseCode: 'R01' }, acting);
  if (fate === 'RETURNED') return await returnOrder(tx, orderNo, 'The payslip is cut off', acting);
  const approvedCents = Math.floor(appliedCents / 10_000) * 10_000;
  return await passOrder(tx, orderNo, { approvedCents }, acting);
}

/** A switch that was drawn several times, and never changed what it says. */
export async function configurations(desk: Desk): Promise<void> {
  const { maker, checker, now } = desk;
  const key = 'makerChecker.menu';
  const today = businessDateOf(now);
  const known = await desk.db
    .selectFrom('configVersion')
    .select('versionId')
    .where('configKey', 'in', [key, 'makerChecker.role'])
    .executeTakeFirst();
  const held = await desk.db
    .selectFrom('policySetting')
    .select('value')
    .where('settingKey', '=', key)
    .executeTakeFirst();
  if (known) return;
  const value = JSON.stringify(held?.value === true);
  const days = {
    SUPERSEDED: -60,
    IN_FORCE: -30,
    REJECTED: -20,
    WITHDRAWN: -10,
    SCHEDULED: 30,
    PENDING: 45,
  } as const;
  const rows = Object.entries(days).map(([status, offset], index) => {
    const effectiveFrom = addDays(today, offset);
    const storedStatus = statusOf(status);
    const isAgreed = ['SUPERSEDED', 'IN_FORCE', 'SCHEDULED'].includes(status);
    const isDecided = isAgreed || status === 'REJECTED';
    const createdAt = new Date(now.getTime() - (70 - index) * DAY_MS);
    return {
      configKey: key,
      subjectNo: '',
      versionNo: index + 1,
      value,
      effectiveFrom,
      storedStatus,
      makerUserNo: maker,
      editorUserNos: [maker],
      checkerUserNo: isDecided ? checker : null,
      reason: 'Annual approval review',
      createdAt,
      updatedAt: createdAt,
      inForceFrom: isAgreed ? startOfBusinessDate(effectiveFrom) : null,
      decisionReason: status === 'REJECTED' ? 'Not while the auditors are here' : null,
    };
  });
  await desk.db.insertInto('configVersion').values(rows).execute();
  const draft = {
    configKey: 'makerChecker.role',
    subjectNo: '',
    versionNo: 1,
    value,
    effectiveFrom: addDays(today, 40),
    makerUserNo: maker,
    editorUserNos: [maker],
    reason: 'Annual approval review',
  };
  await desk.db.insertInto('configVersion').values(draft).execute();
}

const STATUSES = ['DRAFT', 'PENDING', 'SCHEDULED', 'IN_FORCE', 'SUPERSEDED', 'REJECTED', 'WITHDRAWN'] as const;
const statusOf = (text: string) => STATUSES.find((status) => status === text) ?? 'DRAFT';

/** Changes of merchants’ credit lines that wait, and what became of others. */
export async function changes(desk: Desk): Promise<void> {
  const { maker, checker, now } = desk;
  const merchants = await desk.db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName'])
    .orderBy('merchantNo')
    .limit(1)
    .execute();
  for (const { merchantNo, merchantName } of merchants) {
    for (const [index, changeState] of (
      ['APPROVED', 'REJECTED', 'WITHDRAWN', 'LAPSED', 'PENDING'] as const
    ).entries()) {
      const isOpen = changeState === 'PENDING';
      const createdAt = new Date(now.getTime() - (isOpen ? 3_600_000 : (9 - index) * DAY_MS));
      const request = { merchantNo, creditLineCents: 1_000_000 };
      const decidedBy = {
        APPROVED: checker,
        REJECTED: checker,
        WITHDRAWN: maker,
        LAPSED: null,
        PENDING: null,
      }[changeState];
      await desk.db
        .insertInto('changeRequest')
        .values({
          family: 'merchantConfig',
          kind: 'merchant.creditLine',
          subjectNo: merchantNo,
          subjectName: merchantName,
          payload: isOpen ? JSON.stringify(request) : null,
          subjectState: JSON.stringify({ creditLineCents: 0 }),
          before: JSON.stringify({ creditLineCents: 0 }),
          after: JSON.stringify({ creditLineCents: request.creditLineCents }),
          merchantNos: [merchantNo],
          makerUserNo: maker,
          reason: 'Christmas season',
          changeState,
          decidedBy,
          decidedAt: decidedBy === null ? null : now,
          createdAt,
          lapsesAt: new Date(createdAt.getTime() + DAY_MS),
        })
        .execute();
    }
  }
}

/** Batches of last week: what each did to its items. */
export async function jobs(desk: Desk): Promise<void> {
  const fates = {
    SUCCESS: [2, 0],
    PARTIAL_SUCCESS: [1, 1],
    FAILURE: [0, 2],
    CANCELLED: [1, 0],
  } as const;
  for (const [index, jobStatus] of (['SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE', 'CANCELLED'] as const).entries()) {
    await desk.does(async (tx) => {
      const [succeeded, failed] = fates[jobStatus];
      const at = new Date(desk.now.getTime() - (6 - index) * DAY_MS);
      const orders = [desk.takeCustomer(), desk.takeCustomer()];
      const { jobNo } = await tx
        .insertInto('job')
        .values({
          kind: 'orders.recall',
          userNo: desk.maker,
          params: '{}',
          lang: 'en',
          jobStatus,
          total: 2,
          succeeded,
          failed,
          createdAt: at,
          startedAt: at,
          finishedAt: at,
        })
        .returning('jobNo')
        .executeTakeFirstOrThrow();
      const statusOfItem = (place: number) =>
        place < succeeded ? 'SUCCESS' : place < succeeded + failed ? 'FAILURE' : 'CANCELLED';
      await tx
        .insertInto('jobItem')
        .values(
          orders.map(({ orderNo }, place) => ({
            jobNo,
            itemNo: place + 1,
            subjectNo: orderNo,
            input: 'null',
            itemStatus: statusOfItem(place),
            reason: statusOfItem(place) === 'FAILURE' ? 'Somebody else reviews this order now' : null,
            finishedAt: at,
          })),
        )
        .execute();
    });
  }
}
