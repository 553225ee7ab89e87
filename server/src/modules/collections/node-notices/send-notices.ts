import { messageNodes, type messagePoint } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { channelsTo } from '../../platform/message-accounts/index.ts';
import { pointAt, renderNode } from '../../platform/message-templates/index.ts';
import { type CustomerKind, queueRendered } from '../../platform/messages/index.ts';
import { hasOptedOut, queueDispatch, tryGate } from '../contacts/index.ts';
import { factsOf } from './facts.ts';
import { findMoments, isQueuedNode, type QueuedNode } from './find-moments.ts';
import type { RecommendedProduct } from './recommended-product.ts';
import type { NodeNoticeTable } from './tables.ts';

const KIND_OF: Readonly<Record<QueuedNode, CustomerKind>> = {
  ORDER_APPROVED: 'order.approved',
  ORDER_CANCELLED: 'order.cancelled',
  ORDER_DECLINED: 'order.declined',
  DISBURSED: 'order.disbursed',
  BILL_DUE_IN_3: 'bill.dueIn3',
  BILL_OVERDUE: 'bill.overdue',
  REPAID: 'bill.repaid',
  WITHDRAWAL_CANCELLED: 'withdrawal.cancelled',
  REFUND_SUCCESS: 'refund.paid',
  COUPON_GRANTED: 'coupon.granted',
  LIMIT_EXPIRING: 'limit.expiring',
  VIP_LEVEL_LOWERED: 'vip.lowered',
  FEEDBACK_ANSWERED: 'feedback.answered',
};

const A_TURN = 100;

/**
 * Writes to customers what business nodes say of their moments. The contact gate decides when it leaves: it moves to
 * the next allowed time and is dropped only where waiting does not help.
 * @returns how many messages were queued.
 */
export async function sendNotices(
  db: Database,
  services: Pick<Services, 'engine' | 'recommendedProduct'>,
  now = new Date(),
): Promise<number> {
  await findMoments(db, now);
  let sent = 0;
  for (let turn = 0; turn < A_TURN; turn += 1) {
    const ended = await db.transaction().execute((tx) => sendNext(tx, services.recommendedProduct, now));
    if (ended === null) break;
    if (ended === 'SENT') sent += 1;
  }
  if (sent > 0) await services.engine.dispatch();
  return sent;
}

type Notice = Selectable<NodeNoticeTable>;

/** Two processes never take the same one: its row is locked until the message is queued with it. */
async function sendNext(tx: Tx, recommended: RecommendedProduct, now: Date): Promise<Notice['noticeStatus'] | null> {
  const notice = await tx
    .selectFrom('nodeNotice')
    .selectAll()
    .where('noticeStatus', '=', 'QUEUED')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!notice) return null;
  const change = await sendOne(tx, notice, recommended, now);
  const isOver = change.noticeStatus !== 'QUEUED';
  await tx
    .updateTable('nodeNotice')
    .set({ ...change, ...(isOver && { endedAt: now }) })
    .where('noticeId', '=', notice.noticeId)
    .execute();
  return change.noticeStatus;
}

type Change = Pick<Notice, 'noticeStatus'> & {
  readonly fault?: string | null;
  readonly dueAt?: Date;
  readonly attemptId?: number;
  readonly messageNo?: string;
};
const dropped = (fault: string): Change => ({ noticeStatus: 'DROPPED', fault });

async function sendOne(tx: Tx, notice: Notice, recommended: RecommendedProduct, at: Date): Promise<Change> {
  const { nodeCode, subjectNo, merchantNo, customerNo, orderNo, templateCode: named } = notice;
  if (!isQueuedNode(nodeCode)) return dropped('NODE_UNKNOWN');
  const { customerName, phone, speakingLanguage } = await tx
    .selectFrom('customer')
    .select(['customerName', 'phone', 'speakingLanguage'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const language = speakingLanguage === 'en' ? 'en' : 'sw';
  const stopped = await stoppedBy(tx, { ...notice, nodeCode, phone }, at);
  if (stopped !== null) return dropped(stopped);
  const known = await factsOf(tx, { nodeCode, subjectNo, language, recommended }, at);
  if (known === null) return dropped('NOTHING_TO_SAY');
  const rendered = await renderNode(tx, nodeCode, {
    merchantNo,
    channels: [...(isReplyInApp(notice) ? [] : ['SMS' as const]), ...(await channelsTo(tx, { merchantNo, phone }))],
    language,
    templateCode: named,
    facts: { name: customerName.split(' ')[0] ?? '', ...known },
  });
  if (rendered === null) return dropped('NO_TEXT');
  const { smsKind } = messageNodes.nodeOf(nodeCode);
  const purpose = smsKind === 'COLLECTION' ? 'COLLECTION' : 'SERVICE';
  const { templateCode, body: text } = rendered;
  // The gate asks about phones: whatever is written to one counts as a text.
  const { attemptId, answer } = await tryGate(
    tx,
    { phone, customerNo, merchantNo, channel: 'SMS', purpose, at },
    { orderNo, userNo: null, templateCode, content: text },
  );
  if (!answer.isAllowed) {
    return answer.nextAllowedAt === null
      ? dropped(answer.error)
      : { noticeStatus: 'QUEUED', fault: answer.error, dueAt: answer.nextAllowedAt };
  }
  const sent = { noticeStatus: 'SENT', fault: null, attemptId } as const;
  if (rendered.channelType === 'SMS') {
    await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text, smsKind } });
    return sent;
  }
  return { ...sent, messageNo: await queueRendered(tx, KIND_OF[nodeCode], { merchantNo, phone }, rendered) };
}

/** What of the node's `stopWhen`, as it was when the moment happened, is true by now; null: nothing. */
async function stoppedBy(
  tx: Tx,
  notice: Pick<Notice, 'merchantNo' | 'customerNo' | 'orderNo' | 'happenedAt'> & {
    readonly nodeCode: QueuedNode;
    readonly phone: string;
  },
  at: Date,
): Promise<messagePoint.StopWhen | null> {
  const { merchantNo, customerNo, orderNo, happenedAt, nodeCode, phone } = notice;
  const { stopWhen = [] } = await pointAt(tx, { merchantNo, nodeCode }, happenedAt);
  if (stopWhen.includes('SETTLED') && (await owesNothing(tx, { customerNo, orderNo }))) return 'SETTLED';
  return stopWhen.includes('OPTED_OUT') && (await hasOptedOut(tx, { phone, customerNo, at })) ? 'OPTED_OUT' : null;
}

/** Of a loan: it is closed. Of no loan: no bill of the customer is unpaid. */
async function owesNothing(tx: Tx, { customerNo, orderNo }: Pick<Notice, 'customerNo' | 'orderNo'>): Promise<boolean> {
  if (orderNo !== null) {
    const { orderStatus } = await tx
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    return orderStatus === 'CLOSED';
  }
  const open = await tx
    .selectFrom('bill')
    .select('billNo')
    .where('customerNo', '=', customerNo)
    .where('billStatus', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}

/** A reply to what was written in the app belongs there; whoever wants it as an SMS ticks that. */
const isReplyInApp = ({ nodeCode, subjectNo }: Notice): boolean =>
  nodeCode === 'FEEDBACK_ANSWERED' && subjectNo.includes('/');
