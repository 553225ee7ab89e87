import { nineFour, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { type ColumnType, type Generated, type GeneratedAlways, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type CallbackTopics, CallbackUnreadable } from '../../platform/gateways/index.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import { saveFollowUp } from '../collections/index.ts';
import { placeBlock, stopContact } from '../contacts/index.ts';
import { mayFollow } from './ai-calls.ts';
import { maskDigits } from '../../platform/masking/index.ts';

export interface SmsReplyTable {
  replyId: GeneratedAlways<number>;
  vendorSmsId: string;
  phone: string;
  replyText: string;
  isStop: Generated<boolean>;
  receivedAt: ColumnType<Date, Date | undefined, never>;
  merchantNo: string | null;
  customerNo: string | null;
  orderNo: string | null;
  caseNo: string | null;
  handledAt: ColumnType<Date | null, Date | null | undefined, Date>;
  handledBy: ColumnType<string | null, string | null | undefined, string>;
  remark: ColumnType<string | null, string | null | undefined, string>;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    smsReply: SmsReplyTable;
  }
}

/** A message to our short code, as Africa's Talking forwards it: form fields, the number with or without its plus. */
const incomingSms = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  from: z.string().check(z.regex(/^\+?254\d{9}$/)),
  text: z.string(),
  to: z.optional(z.string()),
  date: z.optional(z.string()),
});
const LONGEST = 1600;
/** In English and Swahili; the whole message, whatever the case. */
const STOP = /^\s*(stop|unsubscribe|acha|simamisha|ondoa)\s*[.!]*\s*$/i;

/** `sms/incoming`: what people answer. STOP closes every channel to the number before anybody reads it. */
export const replyTopics: CallbackTopics = {
  'sms/incoming': {
    keepsCopies: true,
    labels: ({ fields }) => ({ toldReference: fields.get('id') }),
    handle: async (tx, fields) => {
      const told = incomingSms.safeParse(fields);
      if (!told.success) throw new CallbackUnreadable('no message');
      const { id, text } = told.data;
      const phone = told.data.from.replace('+', '');
      const isStop = STOP.test(text);
      const about = await newestSmsTo(tx, phone);
      const written = await tx
        .insertInto('smsReply')
        .values({
          vendorSmsId: id,
          phone,
          replyText: text.replaceAll('\0', '').slice(0, LONGEST),
          isStop,
          merchantNo: about?.merchantNo ?? null,
          customerNo: about?.customerNo ?? null,
          orderNo: about?.orderNo ?? null,
          caseNo: about?.caseNo ?? null,
        })
        .onConflict((conflict) => conflict.column('vendorSmsId').doNothing())
        .returning('replyId')
        .executeTakeFirst();
      if (written && isStop) await stopContact(tx, { phone, merchantNo: about?.merchantNo ?? null });
      return written ? 'processed' : 'ignored';
    },
  },
};

async function newestSmsTo(tx: Tx, phone: string) {
  return await tx
    .selectFrom('contactAttempt')
    .select(['merchantNo', 'customerNo', 'orderNo', 'caseNo'])
    .where('phone', '=', phone)
    .where('channel', '=', 'SMS')
    .where('refusedFor', 'is', null)
    .orderBy('attemptedAt', 'desc')
    .executeTakeFirst();
}

/** Replies, the newest first. Those that answer nothing of ours are seen by people of all merchants. */
export const smsReplies = defineList(
  nineFour.replyPage,
  (db) => db.selectFrom('smsReply as s'),
  (by) => ({
    scope: by.ofMerchants('s.merchantNo'),
    key: 's.replyId',
    missing: 'SMS_REPLY_NOT_FOUND',
    filters: {
      phone: by.is('s.phone'),
      orderNo: by.is('s.orderNo'),
      vendorSmsId: by.is('s.vendorSmsId'),
      isHandled: (is) => (eb) => eb('s.handledAt', is ? 'is not' : 'is', null),
      isStop: by.is('s.isStop'),
      receivedAt: by.days('s.receivedAt'),
    },
    sorts: { receivedAt: 's.receivedAt' },
    first: [['s.receivedAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('customer as c', 'c.customerNo', 's.customerNo')
        .leftJoin('collectionCase as k', 'k.caseNo', 's.caseNo')
        .leftJoin('appUser as u', 'u.userNo', 'k.collectorUserNo')
        .leftJoin('appUser as h', 'h.userNo', 's.handledBy')
        // M-Pesa serials have ten characters.
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('paymentFlow as p')
              .select(['p.flowNo', 'p.writableCents'])
              .whereRef('p.merchantNo', '=', 's.merchantNo')
              .where(
                sql<boolean>`p.payment_code in (select upper(m[1])
                  from regexp_matches(s.reply_text, '\\m([A-Za-z0-9]{10})\\M', 'g') as m)`,
              )
              .limit(1)
              .as('f'),
          (join) => join.on(sql<boolean>`true`),
        )
        .select(['f.flowNo', 'f.writableCents'])
        .select(['s.replyId', 's.vendorSmsId', 's.receivedAt', 's.phone', 's.replyText', 's.isStop', 's.orderNo'])
        .select(['s.caseNo', 's.handledAt', 's.remark', 'c.customerName'])
        .select(['u.realName as collectorName', 'h.realName as handledByName']),
    row: ({ handledAt, ...row }, { caller }) => ({
      ...row,
      receivedAt: row.receivedAt.toISOString(),
      replyText: maskDigits(row.replyText),
      isHandled: handledAt !== null,
      handledAt: handledAt?.toISOString() ?? null,
      allowedActions:
        handledAt === null &&
        (caller.codes.has('collection:followUp:save') || caller.codes.has('collectionStage:followUp:save'))
          ? (['handle'] as const).slice()
          : [],
    }),
    personal: { phone: 'phone', customerName: 'name' },
  }),
);

/** What of SMS replies is masked, in full for those who hold the page. */
export const smsReplyReveals = rowReveals(smsReplies, {
  name: 'smsReply',
  title: { en: 'SMS replies', zh: '短信回复' },
  page: nineFour.replyPage,
  fields: { customerName: 'customerName', phone: 'phone' },
});

/** What a borrower answered is a follow-up on the case. @throws AppError AI_CALL_NO_CASE, FORBIDDEN, and of the follow-up */
async function noteReply(
  tx: Tx,
  caseNo: string | null,
  note: { readonly actionCode: string; readonly overdueReason?: string | undefined; readonly remark: string },
  caller: CommandContext['caller'],
): Promise<void> {
  const known =
    caseNo === null
      ? undefined
      : await tx.selectFrom('collectionCase').select('caseScope').where('caseNo', '=', caseNo).executeTakeFirst();
  if (caseNo === null || !known) throw new AppError('AI_CALL_NO_CASE', { fields: ['actionCode'] });
  if (!mayFollow(caller, known.caseScope)) throw new AppError('FORBIDDEN');
  await checkCodes(tx, {
    actionCode: ['ACTION_CODE', note.actionCode],
    overdueReason: ['OVERDUE_REASON', note.overdueReason],
  });
  const of = { contactPerson: 'BORROWER', contactChannel: 'SMS', by: caller.userNo, at: new Date() } as const;
  await saveFollowUp(tx, caseNo, { ...known, caller }, { ...note, ...of });
}

/** @throws AppError SMS_REPLY_NOT_FOUND, ILLEGAL_TRANSITION, CONTACT_BLOCK_STANDS, AI_CALL_NO_CASE, FORBIDDEN */
export async function handleReplies(
  { replyIds, remark, stopContact: blockKind, ...note }: ParsedRequestOf<typeof nineFour.handle>,
  call: CommandContext,
): Promise<{ handled: number }> {
  const { tx, caller } = call;
  for (const replyId of [...new Set(replyIds)].toSorted((a, b) => a - b)) {
    const reply = await lockOne(tx, tx.selectFrom('smsReply').selectAll().where('replyId', '=', replyId), {
      missing: 'SMS_REPLY_NOT_FOUND',
      subject: `SMS reply ${replyId}`,
      state: ({ version }) => version,
      isSeen: ({ merchantNo }) =>
        merchantNo === null ? caller.scope === 'all' : seesMerchant(caller.scope, merchantNo),
    });
    if (reply.handledAt !== null)
      throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'reply', state: 'HANDLED', command: 'handle' } });
    await tx
      .updateTable('smsReply')
      .set((eb) => ({ handledAt: new Date(), handledBy: caller.userNo, remark, version: eb('version', '+', 1) }))
      .where('replyId', '=', replyId)
      .execute();
    if (note.actionCode !== undefined)
      await noteReply(tx, reply.caseNo, { ...note, actionCode: note.actionCode, remark }, caller);
    const { merchantNo, customerNo, phone } = reply;
    const target = customerNo !== null ? { customerNo } : merchantNo !== null ? { merchantNo, phone } : null;
    if (blockKind !== undefined && target !== null)
      await placeBlock(tx, { ...target, blockKind, note: remark }, caller);
    await writeAudit(tx, call, {
      action: 'aiSmsBack.handle',
      subjectType: 'smsReply',
      subjectNo: String(replyId),
      ...(merchantNo !== null && { merchantNo }),
      after: { isHandled: true, blockKind: blockKind ?? null },
      reason: remark,
    });
  }
  return { handled: new Set(replyIds).size };
}
