import { appAdvice, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { answerDeliveries, smsDeliveries } from '../node-notices/index.ts';

/** What else of a customer is shown. */
const SHOWN = 5;

/** What customers wrote in the app. */
export const adviceList = defineList(
  appAdvice.page,
  (db) => db.selectFrom('appAdvice as t').leftJoin('customer as cu', 'cu.customerNo', 't.customerNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.adviceNo',
    filters: {
      adviceNo: by.contains('t.adviceNo'),
      phone: by.is('t.phone'),
      merchantNo: by.is('t.merchantNo'),
      appVersion: by.beginsWith('t.appVersion'),
      adviceType: by.is('t.adviceType'),
      feedbackStatus: by.is('t.feedbackStatus'),
      handlerUserNo: by.is('t.handlerUserNo'),
      submittedAt: by.days('t.submittedAt'),
      isOverdue: (is) => sql<boolean>`(t.processed_at is null and t.reply_due_at < now()) = ${is}`,
    },
    sorts: { submittedAt: 't.submittedAt', replyDueAt: 't.replyDueAt' },
    first: [['t.submittedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .leftJoin('appUser as h', 'h.userNo', 't.handlerUserNo')
        .select([
          't.adviceNo',
          't.merchantNo',
          'm.merchantName as appName',
          't.appVersion',
          't.adviceType',
          't.content',
        ])
        .select(['t.customerNo', 'cu.customerName', 't.phone', 't.feedbackStatus', 't.handlerUserNo'])
        .select(['h.realName as handlerName', 't.submittedAt', 't.replyDueAt', 't.processedAt', 't.feedbackNo'])
        .select(sql<number>`cardinality(t.image_ids)`.as('imageCount')),
    row: (row, { caller }): appAdvice.AdviceRow => {
      const may = caller.codes.has('customerService:advice:handle');
      const isOwn = row.feedbackStatus === 'PROCESSING' && row.handlerUserNo === caller.userNo;
      const isFree = row.handlerUserNo === null || row.handlerUserNo === caller.userNo;
      const is = {
        take: may && row.feedbackStatus === 'UNPROCESSED' && isFree,
        reply: may && isOwn,
        finish: may && isOwn,
        assign: may && row.feedbackStatus !== 'PROCESSED',
        toFeedback: row.feedbackNo === null && row.phone !== null && caller.codes.has('customerService:feedback:save'),
      };
      const order = ['take', 'reply', 'finish', 'assign', 'toFeedback'] as const;
      return {
        ...row,
        submittedAt: row.submittedAt.toISOString(),
        replyDueAt: row.replyDueAt.toISOString(),
        processedAt: row.processedAt?.toISOString() ?? null,
        allowedActions: order.filter((action) => is[action]),
      };
    },
    personal: { phone: 'phone', customerName: 'name' },
  }),
);

/** The advice as a file. */
export const adviceExport = exportOf(adviceList, {
  kind: 'appAdvice.export',
  title: { en: 'Export of app suggestions', zh: '导出意见反馈' },
  page: { code: 'customerService:advice:export' },
  params: appAdvice.exportList.request,
  fileStem: 'app-suggestions',
  subjectType: 'appAdvice',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.adviceNo },
    { en: 'App', zh: 'App', of: (row) => row.appName },
    { en: 'Version', zh: '版本', of: (row) => row.appVersion },
    { en: 'Type', zh: '类型', of: (row) => row.adviceType, codes: 'ADVICE_TYPE' },
    { en: 'Content', zh: '内容', of: (row) => row.content },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Status', zh: '状态', of: (row) => row.feedbackStatus, codes: 'FEEDBACK_STATUS' },
    { en: 'Handler', zh: '处理人', of: (row) => row.handlerName },
    { en: 'Written', zh: '提交时间', of: (row) => row.submittedAt, isTime: true },
    { en: 'Answer due', zh: '回复期限', of: (row) => row.replyDueAt, isTime: true },
    { en: 'Answered', zh: '处理时间', of: (row) => row.processedAt, isTime: true },
  ],
});

/** The number of somebody who wrote. */
export const advicePhone = revealOf(adviceList, {
  kind: 'appAdvice.phone',
  title: { en: 'Phone on app suggestions', zh: '意见反馈手机号' },
  field: 'phone',
  access: { code: ['customerService:advice:phone'] },
  valueOf: ({ phone }) => phone,
});

/** Who may answer advice of the caller's merchants. */
export async function readAdvicePeople({ db, caller }: Call): Promise<ReplyOf<typeof appAdvice.people>> {
  const merchantNos = merchantsSeen(caller.scope);
  let query = db
    .selectFrom('appUser as u')
    .innerJoin('userMerchant as m', 'm.userNo', 'u.userNo')
    .innerJoin('userRole as r', 'r.userNo', 'u.userNo')
    .innerJoin('roleCode as c', 'c.roleNo', 'r.roleNo')
    .select(['u.userNo as value', 'u.realName as label'])
    .distinct()
    .where('u.userStatus', '=', 'NORMAL')
    .where('c.code', '=', 'customerService:advice:handle');
  if (merchantNos) query = query.where('m.merchantNo', 'in', [...merchantNos, '']);
  return await query.orderBy('u.realName').execute();
}

/** @throws AppError NOT_FOUND */
export async function readAdvice(
  { adviceNo }: { readonly adviceNo: string },
  call: Call,
): Promise<ReplyOf<typeof appAdvice.one>> {
  const { db } = call;
  const row = await adviceList.one(adviceNo, call);
  const { imageIds, ...more } = await db
    .selectFrom('appAdvice')
    .select(['device', 'language', 'imageIds', 'result', 'resultRemark'])
    .where('adviceNo', '=', adviceNo)
    .executeTakeFirstOrThrow();
  const replies = await db
    .selectFrom('appAdviceMessage as m')
    .innerJoin('appUser as u', 'u.userNo', 'm.userNo')
    .select(['m.messageId', 'm.at', 'u.realName as byName', 'm.content'])
    .where('m.adviceNo', '=', adviceNo)
    .orderBy('m.messageId')
    .execute();
  const inApp = await answerDeliveries(
    db,
    replies.map(({ messageId }) => `${adviceNo}/${messageId}`),
  );
  const bySms = await smsDeliveries(db, adviceNo);
  const others =
    row.customerNo === null
      ? []
      : await db
          .selectFrom('appAdvice')
          .select(['adviceNo', 'content', 'submittedAt'])
          .where('customerNo', '=', row.customerNo)
          .where('adviceNo', '<>', adviceNo)
          .orderBy('submittedAt', 'desc')
          .limit(SHOWN)
          .execute();
  const { similar } = await db
    .selectFrom('appAdvice')
    .select((eb) => eb.fn.countAll<number>().as('similar'))
    .where('merchantNo', '=', row.merchantNo)
    .where('appVersion', '=', row.appVersion)
    .where('adviceType', '=', row.adviceType)
    .where('adviceNo', '<>', adviceNo)
    .where('submittedAt', '>', sql<Date>`now() - interval '7 days'`)
    .executeTakeFirstOrThrow();
  return {
    row,
    ...more,
    images: await fileNamesOf(db, imageIds),
    replies: replies.map(({ messageId, ...one }) => ({
      ...one,
      at: one.at.toISOString(),
      deliveries: [inApp, bySms].flatMap((by) => by.get(`${adviceNo}/${messageId}`) ?? []),
    })),
    others: others.map((one) => ({ ...one, submittedAt: one.submittedAt.toISOString() })),
    similar,
    history: await readHistory(db, 'appAdvice', adviceNo),
  };
}
