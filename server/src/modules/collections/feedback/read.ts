import type { feedback, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskPhone, maskText } from '../../platform/masking/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

function matching(db: Queryable, { scope }: Caller, filters: feedback.FeedbackFilters) {
  const merchantNos = merchantsSeen(scope);
  let found = db
    .selectFrom('feedback as f')
    .innerJoin('customer as cu', 'cu.customerNo', 'f.customerNo')
    .leftJoin('contactBlock as b', (join) =>
      join.onRef('b.blockId', '=', 'f.disputeBlockId').on('b.liftedAt', 'is', null),
    );
  if (merchantNos) found = found.where(sql<boolean>`f.merchant_no = any(${merchantNos})`);
  for (const field of [
    'source',
    'category',
    'severity',
    'feedbackStatus',
    'handlerUserNo',
    'merchantNo',
    'orderNo',
  ] as const) {
    const value = filters[field];
    if (value !== undefined) found = found.where(`f.${field}`, '=', value);
  }
  const { feedbackNo, phone, isDispute, createdFrom, createdTo } = filters;
  if (feedbackNo) found = found.where('f.feedbackNo', 'ilike', anywhere(feedbackNo));
  if (phone) found = found.where('cu.phone', '=', phone);
  if (isDispute !== undefined) found = found.where('b.blockId', isDispute ? 'is not' : 'is', null);
  if (createdFrom) found = found.where('f.createdAt', '>=', startOfBusinessDate(createdFrom));
  if (createdTo) {
    found = found.where('f.createdAt', '<', startOfBusinessDate(addDays(createdTo, 1)));
  }
  return found;
}

/** What the caller may do with a feedback now. */
function actionsOn(
  { codes, userNo }: Caller,
  row: Pick<feedback.FeedbackRow, 'feedbackStatus' | 'isDispute' | 'handlerUserNo'>,
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
    link: can('save') && !isOpen,
  };
  const order = ['take', 'assign', 'note', 'dispute', 'liftDispute', 'finish', 'link'] as const;
  return order.filter((action) => is[action]);
}

async function rowsOf(found: ReturnType<typeof matching>, caller: Caller): Promise<feedback.FeedbackRow[]> {
  const rows = await found
    .leftJoin('appUser as h', 'h.userNo', 'f.handlerUserNo')
    .innerJoin('appUser as m', 'm.userNo', 'f.createdBy')
    .select(['f.feedbackNo', 'f.merchantNo', 'f.customerNo', 'cu.customerName', 'cu.phone'])
    .select(['f.orderNo', 'f.linkedFeedbackNo', 'f.source', 'f.category', 'f.severity'])
    .select(['f.content', 'f.feedbackStatus', 'f.handlerUserNo', 'h.realName as handlerName'])
    .select(['m.realName as createdByName', 'f.createdAt', 'f.dueAt', 'f.processedAt'])
    .select(sql<boolean>`b.block_id is not null`.as('isDispute'))
    .execute();
  const isNameMasked = caller.isMasked || caller.maskedFields.has('customerName');
  return rows.map((row) => ({
    ...row,
    customerName: isNameMasked ? maskText(row.customerName) : row.customerName,
    phone: maskPhone(row.phone),
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
    allowedActions: actionsOn(caller, row),
  }));
}

/** A page of the feedback that matches. */
export async function findFeedback(
  db: Queryable,
  caller: Caller,
  { filters, sort, page, pageSize }: ParsedRequestOf<typeof feedback.page>,
): Promise<ReplyOf<typeof feedback.page>> {
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`f.${field}`, direction)
      .orderBy('f.feedbackNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const total = counted?.total ?? 0;
  return { rows, ...countedTo(total) };
}

/** @throws AppError FEEDBACK_NOT_FOUND */
export async function readFeedback(
  db: Queryable,
  caller: Caller,
  feedbackNo: string,
): Promise<ReplyOf<typeof feedback.one>> {
  const [row] = await rowsOf(matching(db, caller, {}).where('f.feedbackNo', '=', feedbackNo), caller);
  if (!row) throw new AppError('FEEDBACK_NOT_FOUND');
  const more = await db
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
  const events = await db
    .selectFrom('feedbackEvent as e')
    .innerJoin('appUser as u', 'u.userNo', 'e.userNo')
    .select(['e.command', 'e.toStatus', 'u.realName as userName', 'e.note', 'e.at'])
    .where('e.feedbackNo', '=', feedbackNo)
    .orderBy('e.eventId')
    .execute();
  return {
    row,
    ...more,
    followedBy: later.map((one) => one.feedbackNo),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}
