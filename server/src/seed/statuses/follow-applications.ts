import type { Tx } from '../../db/database.ts';
import { callersOf, callTime, type Earned, type Listed, recordCall } from './call-desk.ts';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;
/** Who asked for what, how it ended and how many days ago; `own`: of what the applicant has. */
const APPLICATIONS = [
  ['CLAIM_ORDER', 'PENDING', 0, 'I called her on Monday and she applied the same evening'],
  ['CLAIM_ORDER', 'REJECTED', 4, 'He told me he would apply'],
  ['CLAIM_ORDER', 'APPROVED', 5, 'My call is the longer one, the other was a wrong number'],
  ['CLAIM_CUSTOMER', 'APPROVED', 3, 'Sent to me by her brother, whom I serve'],
  ['CLAIM_CUSTOMER', 'PENDING', 1, 'He asks for me by name'],
  ['KEEP', 'PENDING', 0, 'Has the payslip on Friday, then applies'],
  ['KEEP', 'APPROVED', 2, 'Talks to his wife first'],
  ['RELEASE', 'WITHDRAWN', 6, 'Speaks Dholuo only'],
] as const;

/** Applications to keep, claim and release customers, in every state; granted ones have taken effect. */
export async function followApplications(
  tx: Tx,
  { checker, now }: Desk,
  earned: readonly Earned[],
  listed: readonly Listed[],
): Promise<void> {
  const callers = await callersOf(tx, 'TELEMARKETING');
  const [applicant, colleague] = callers.get('M0001') ?? [];
  if (applicant === undefined || colleague === undefined) return;
  const orders = earned.filter(({ merchantNo, userNo }) => merchantNo === 'M0001' && userNo !== applicant);
  const open = listed.filter(({ merchantNo, isOpen }) => merchantNo === 'M0001' && isOpen);
  for (const [place, [applyType, approvalStatus, days, reason]] of APPLICATIONS.entries()) {
    const isOrder = applyType === 'CLAIM_ORDER';
    const order = isOrder ? orders.shift() : undefined;
    const entry = isOrder ? undefined : open.pop();
    if (!order && !entry) continue;
    const owner = order ? order.userNo : applyType === 'CLAIM_CUSTOMER' ? colleague : applicant;
    const appliedAt = new Date(now.getTime() - days * DAY_MS - (place + 1) * 1_200_000);
    const isDecided = approvalStatus === 'APPROVED' || approvalStatus === 'REJECTED';
    const decidedAt = new Date(Math.min(now.getTime(), appliedAt.getTime() + 5 * 3_600_000));
    // Who claims an order has called its customer before.
    if (order) {
      const ago = Math.ceil((now.getTime() - order.applyTime.getTime()) / DAY_MS) + 2;
      const at = callTime(now, ago, place);
      await recordCall(tx, { entry: order.entry, desk: 'TELEMARKETING', userNo: applicant, at, talkSeconds: 95 });
    }
    const { applyNo, merchantNo } = await tx
      .insertInto('followApplication')
      .values({
        applyType,
        merchantNo: 'M0001',
        orderNo: order?.orderNo ?? null,
        entryId: entry?.entryId ?? null,
        currentOwnerNo: owner,
        applicantUserNo: applicant,
        reason,
        approvalStatus,
        appliedAt,
        ...(isDecided && { approverUserNo: checker, decidedAt }),
        ...(approvalStatus === 'WITHDRAWN' && { decidedAt }),
        decisionRemark: approvalStatus === 'REJECTED' ? 'The colleague’s call came last' : null,
      })
      .returning(['applyNo', 'merchantNo'])
      .executeTakeFirstOrThrow();
    const isGranted = approvalStatus === 'APPROVED';
    if (order && isGranted) {
      const change = {
        userNo: applicant,
        attributedBy: 'APPROVAL',
        ruleNo: null,
        applyNo,
        attributedAt: decidedAt,
      } as const;
      await tx
        .updateTable('orderAttribution')
        .set(change)
        .where('orderNo', '=', order.orderNo)
        .where('merchantNo', '=', merchantNo)
        .execute();
    }
    if (entry) {
      const ownerUserNo = isGranted ? applicant : owner;
      const protectedUntil = isGranted ? new Date(now.getTime() + 5 * DAY_MS) : null;
      await tx
        .updateTable('callEntry')
        .set({ listStatus: 'ASSIGNED', ownerUserNo, assignedAt: appliedAt, protectedUntil })
        .where('entryId', '=', entry.entryId)
        .execute();
    }
  }
}
