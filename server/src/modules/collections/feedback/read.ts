import { feedback, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { answerDeliveries } from '../node-notices/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';

/** What the caller may do with a feedback now. */
function actionsOn(
  { codes, userNo }: Caller,
  row: Pick<feedback.FeedbackRow, 'feedbackStatus' | 'isDispute' | 'handlerUserNo'> & { readonly hasOthers: boolean },
): feedback.FeedbackRow['allowedActions'] {
  const can = (action: string): boolean => codes.has(`customerService:feedback:${action}`);
  const { feedbackStatus, isDispute, handlerUserNo } = row;
  const isOpen = feedbackStatus !== 'PROCESSED';
  const isFree = handlerUserNo === null || handlerUserNo === userNo;
  const isOwn = feedbackStatus === 'PROCESSING' && handlerUserNo === userNo;
  const is = {
    take: can('handle') && feedbackStatus === 'UNPROCESSED' && isFree,
    assign: can('handle') && isOpen,
    note: can('handle') && isOpen,
    dispute: can('dispute') && isOpen && !isDispute,
    liftDispute: can('dispute') && isDispute,
    finish: can('handle') && isOwn && !isDispute,
    merge: can('handle') && isOpen && row.hasOthers && (isFree || isOwn),
    link: can('save') && !isOpen,
  };
  const order = ['take', 'assign', 'note', 'dispute', 'liftDispute', 'finish', 'merge', 'link'] as const;
  return order.filter((action) => is[action]);
}

/** As typed; else the first line of what was told, as far as 60 characters go. */
const titleOf = sql<string>`coalesce(f.title, left(split_part(f.content, chr(10), 1), 60))`;

const told = (db: Queryable) =>
  db
    .selectFrom('feedback as f')
    .innerJoin('customer as cu', 'cu.customerNo', 'f.customerNo')
    .leftJoin('contactBlock as b', (join) =>
      join.onRef('b.blockId', '=', 'f.disputeBlockId').on('b.liftedAt', 'is', null),
    );

/** What customers told us. */
export const feedbackList = defineList(feedback.page, told, (by) => ({
  scope: by.ofMerchants('f.merchantNo'),
  key: 'f.feedbackNo',
  missing: 'FEEDBACK_NOT_FOUND',
  filters: {
    source: by.is('f.source'),
    category: by.is('f.category'),
    severity: by.is('f.severity'),
    feedbackStatus: by.is('f.feedbackStatus'),
    handlerUserNo: by.is('f.handlerUserNo'),
    merchantNo: by.is('f.merchantNo'),
    orderNo: by.is('f.orderNo'),
    feedbackNo: by.contains('f.feedbackNo'),
    phone: by.is('cu.phone'),
    isDispute: (is) => (eb) => eb('b.blockId', is ? 'is not' : 'is', null),
    isOverdue: (is) => (eb) => eb(sql<boolean>`(coalesce(f.processed_at, now()) > f.due_at)`, '=', is),
    dueAt: by.days('f.dueAt'),
    createdAt: by.days('f.createdAt'),
  },
  sorts: { createdAt: 'f.createdAt', dueAt: 'f.dueAt' },
  first: [['f.createdAt', 'desc']],
  select: (query) =>
    query
      .leftJoin('appUser as h', 'h.userNo', 'f.handlerUserNo')
      .innerJoin('appUser as m', 'm.userNo', 'f.createdBy')
      .select(['f.feedbackNo', 'f.merchantNo', 'f.customerNo', 'cu.customerName', 'cu.phone'])
      .select(['f.orderNo', 'f.linkedFeedbackNo', 'f.mergedInto', 'f.source', 'f.category', 'f.severity'])
      .select(titleOf.as('title'))
      .select(['f.content', 'f.feedbackStatus', 'f.handlerUserNo', 'h.realName as handlerName'])
      .select(['m.realName as createdByName', 'f.createdAt', 'f.dueAt', 'f.processedAt'])
      .select(sql<boolean>`b.block_id is not null`.as('isDispute'))
      .select(
        sql<boolean>`exists (select from feedback d where d.customer_no = f.customer_no
          and d.feedback_no <> f.feedback_no and d.feedback_status <> 'PROCESSED')`.as('hasOthers'),
      ),
  row: ({ hasOthers, ...row }, { caller }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
    allowedActions: actionsOn(caller, { ...row, hasOthers }),
  }),
  personal: { customerName: 'name', phone: 'phone' },
}));

/** @throws AppError FEEDBACK_NOT_FOUND */
export async function readFeedback(feedbackNo: string, call: Call): Promise<ReplyOf<typeof feedback.one>> {
  const { db } = call;
  const row = await feedbackList.one(feedbackNo, call);
  const { voucherIds, ...more } = await db
    .selectFrom('feedback')
    .select(['result', 'replyContent', 'voucherIds'])
    .where('feedbackNo', '=', feedbackNo)
    .executeTakeFirstOrThrow();
  const later = await db
    .selectFrom('feedback')
    .select('feedbackNo')
    .where('linkedFeedbackNo', '=', feedbackNo)
    .orderBy('feedbackNo')
    .execute();
  const duplicates = await db
    .selectFrom('feedback')
    .select('feedbackNo')
    .where('mergedInto', '=', feedbackNo)
    .orderBy('feedbackNo')
    .execute();
  const others = await db
    .selectFrom('feedback')
    .select(['feedbackNo', 'content', 'createdAt'])
    .where('customerNo', '=', row.customerNo)
    .where('feedbackStatus', '<>', 'PROCESSED')
    .where('feedbackNo', '<>', feedbackNo)
    .orderBy('createdAt')
    .limit(50)
    .execute();
  const calls = await db
    .selectFrom('inCallRecord')
    .select(['recordNo as no', 'callAt as at', 'content'])
    .where('feedbackNo', '=', feedbackNo)
    .execute();
  const advice = await db
    .selectFrom('appAdvice')
    .select(['adviceNo as no', 'submittedAt as at', 'content'])
    .where('feedbackNo', '=', feedbackNo)
    .execute();
  const coupons = await db
    .selectFrom('couponApplication as a')
    .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'a.couponTemplateNo')
    .select(['a.couponApplicationNo', 't.couponContent', 'a.quantity', 'a.applicationStatus'])
    .where('a.feedbackNo', '=', feedbackNo)
    .orderBy('a.couponApplicationNo')
    .execute();
  const events = await db
    .selectFrom('feedbackEvent as e')
    .innerJoin('appUser as u', 'u.userNo', 'e.userNo')
    .select(['e.command', 'e.toStatus', 'u.realName as userName', 'e.note', 'e.at'])
    .where('e.feedbackNo', '=', feedbackNo)
    .orderBy('e.eventId')
    .execute();
  const delivery = (await answerDeliveries(db, [feedbackNo])).get(feedbackNo) ?? null;
  return {
    row,
    ...more,
    delivery,
    vouchers: await fileNamesOf(db, voucherIds),
    madeOf: [
      ...calls.map((one) => ({ ...one, kind: 'CALL' as const, at: one.at.toISOString() })),
      ...advice.map((one) => ({ ...one, kind: 'ADVICE' as const, at: one.at.toISOString() })),
    ],
    coupons,
    duplicates: duplicates.map((one) => one.feedbackNo),
    openOthers: others.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    followedBy: later.map((one) => one.feedbackNo),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}
