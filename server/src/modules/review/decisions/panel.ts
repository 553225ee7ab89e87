import { orderAudit, orderFile } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { accountOf, nameFor } from '../order-file/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { isAiEmployee } from './ai.ts';
import { boundsOf, isFaceCompulsory, rulesOf } from './bounds.ts';
import { lockOwn, type OwnOrder, renewLease, waitingReview } from './lease.ts';
import { isSentAutomatically, routeOf } from './route.ts';
import { recentRefuseCodes, similarTo } from './similar.ts';

type Panel = orderAudit.Panel;
const answers = z.array(orderFile.stepAnswer);

/** Opens the caller's lease of an order, or renews it, and answers all that the decision needs. */
export async function openReview({ orderNo }: { readonly orderNo: string }, call: CommandCall): Promise<Panel> {
  const { tx, caller, services } = call;
  const own = await lockOwn(call, orderNo);
  const { locked, record } = own;
  const rules = await rulesOf(tx, record);
  const waiting = await waitingReview(tx, orderNo);
  const leaseEndsAt = await renewLease(tx, locked, waiting ? null : rules.leaseMinutes);
  const openedAt = locked.openedAt ?? new Date();
  if (locked.openedAt === null) {
    await writeAudit(tx, call, {
      action: 'orderAudit.open',
      subjectType: 'order',
      subjectNo: orderNo,
      after: { auditorUserNo: caller.userNo },
    });
  }
  const route = await routeOf(tx, locked);
  return {
    orderNo,
    openedAt: openedAt.toISOString(),
    leaseEndsAt: leaseEndsAt?.toISOString() ?? null,
    leaseMinutes: rules.leaseMinutes,
    steps: rules.steps,
    ...(await draftsOf(tx, orderNo, caller.userNo)),
    bounds: await boundsOf(tx, record, new Date()),
    isFaceCompulsory: await isFaceCompulsory(tx, orderNo, rules),
    returnDays: rules.returnDays,
    correctableItems: rules.correctableItems,
    autoSend: isSentAutomatically(route, caller.userNo, locked, services),
    payee: {
      payoutType: locked.payoutType,
      payoutSubType: locked.payoutSubType,
      accountName: nameFor(caller, locked.payeeName),
      account: accountOf(locked),
    },
    isProposalOnly: !rules.aiMayDecide && (await isAiEmployee(tx, caller.userNo)),
    ...(await formerOf(tx, own)),
    waitingChangeNo: waiting?.changeNo ?? null,
    similar: await similarTo(tx, caller, record),
    recentRefuseCodes: await recentRefuseCodes(tx, caller.userNo),
  };
}

/** The caller's own draft, and what an earlier reviewer left behind when the order went on. */
async function draftsOf(db: Queryable, orderNo: string, userNo: string): Promise<Pick<Panel, 'draft' | 'leftBehind'>> {
  const rows = await db
    .selectFrom('orderReviewDraft as d')
    .innerJoin('appUser', 'appUser.userNo', 'd.userNo')
    .select(['d.userNo', 'd.content', 'd.savedAt', 'appUser.realName'])
    .where('d.orderNo', '=', orderNo)
    .orderBy('d.savedAt', 'desc')
    .execute();
  const own = rows.find((row) => row.userNo === userNo);
  const other = rows.find((row) => row.userNo !== userNo);
  const shown = (row: (typeof rows)[number]) => ({
    content: orderAudit.draftContent.parse(row.content),
    savedAt: row.savedAt.toISOString(),
  });
  return {
    draft: own ? shown(own) : null,
    leftBehind: other ? { byName: other.realName, ...shown(other) } : null,
  };
}

/** What was thought of the order in this round before: a machine's proposal, a pass that was sent back. */
async function formerOf(db: Queryable, { locked }: OwnOrder): Promise<Pick<Panel, 'proposal' | 'sentBackNote'>> {
  const rows = await db
    .selectFrom('orderReview as r')
    .innerJoin('appUser', 'appUser.userNo', 'r.reviewerUserNo')
    .selectAll('r')
    .select('appUser.realName')
    .where('r.orderNo', '=', locked.orderNo)
    .orderBy('r.reviewNo', 'desc')
    .execute();
  const lastDecided = rows.findIndex(({ reviewStatus }) => reviewStatus === 'DECIDED');
  const round = lastDecided === -1 ? rows : rows.slice(0, lastDecided);
  const proposal = round.find(({ reviewStatus }) => reviewStatus === 'PROPOSED');
  const sentBack = round.find(({ reviewStatus }) => reviewStatus === 'SENT_BACK');
  return {
    proposal: proposal
      ? {
          byName: proposal.realName,
          at: proposal.decidedAt.toISOString(),
          auditResult: proposal.auditResult,
          approvedAmountCents: proposal.approvedCents,
          refuseCode: proposal.refuseCode,
          remark: proposal.remark,
          steps: answers.parse(proposal.steps),
        }
      : null,
    sentBackNote: sentBack?.checkNote ?? null,
  };
}
