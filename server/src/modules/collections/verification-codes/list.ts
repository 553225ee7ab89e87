import { type ReplyOf, verificationCode } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { anywhere } from '../../../db/like.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { maskEmail, maskPhone } from '../../platform/masking/index.ts';
import { hopsOf } from '../../platform/message-templates/index.ts';
import { isValidNow } from '../../platform/verification-codes/index.ts';

type Row = verificationCode.VerificationCodeRow;

/** What became of a message: the network's word where there is one. */
const deliveryOf = (alias: string): RawBuilder<Row['deliveryStatus']> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(case when ${of('messageNo')} is null then 'REFUSED'
    when ${of('deliveryOutcome')} is not null then ${of('deliveryOutcome')}
    when ${of('messageStatus')} = 'SENDING' then 'QUEUED' else ${of('messageStatus')} end)`;
};

/** The account that the newest message of a code was last tried by. */
const account = sql<string | null>`(select t.account_code from (
    select s.at, s.account_code from sms_sending s where s.source = 'MESSAGE' and s.source_no = v.last_message_no
    union all
    select s.at, s.account_code from message_sending s where s.source = 'MESSAGE' and s.source_no = v.last_message_no) t
  order by t.at desc limit 1)`;

const shown = (channel: 'SMS' | 'EMAIL', destination: string): string =>
  channel === 'EMAIL' ? maskEmail(destination) : maskPhone(destination);

/** Codes of the caller's merchants; those of staff, who belong to none, for whoever sees all of them. */
export const verificationCodes = defineList(
  verificationCode.page,
  (db) => db.selectFrom('verificationCode as v').leftJoin('message as m', 'm.messageNo', 'v.lastMessageNo'),
  (by) => ({
    scope: by.ofMerchants('v.merchantNo'),
    key: 'v.codeNo',
    filters: {
      phone: by.is('v.destination'),
      codePurpose: by.is('v.codePurpose'),
      status: (status) => (status === 'VALID' ? isValidNow() : sql<boolean>`not ${isValidNow()}`),
      accountCode: (code) => sql<boolean>`${account} ilike ${anywhere(code)}`,
      deliveryStatus: (status) => sql<boolean>`${deliveryOf('m')} = ${status}`,
      sentAt: by.days('v.sentAt'),
    },
    sorts: { sentAt: 'v.sentAt', attempts: 'v.attempts' },
    first: [['v.sentAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('merchant as h', 'h.merchantNo', 'v.merchantNo')
        .selectAll('v')
        .select(['h.merchantName', deliveryOf('m').as('deliveryStatus'), isValidNow().as('isValid')])
        .select([account.as('accountName')]),
    row: (stored, { caller }): Row => {
      const { codePurpose, isValid } = stored;
      const isSignIn = codePurpose === 'LOGIN' || codePurpose === 'STAFF_LOGIN';
      const may = (action: string) => caller.codes.has(`operation:verificationCode:${action}`);
      const isOpen = stored.usedAt === null && stored.replacedAt === null && !stored.isTest;
      return {
        codeNo: stored.codeNo,
        phone: shown(stored.channel, stored.destination),
        codePurpose,
        code: '******',
        sentAt: stored.sentAt.toISOString(),
        expiresAt: stored.expiresAt.toISOString(),
        channel: stored.channel,
        network: stored.network,
        accountName: stored.accountName,
        deliveryStatus: stored.deliveryStatus,
        attempts: stored.attempts,
        status: isValid ? 'VALID' : 'EXPIRED',
        merchantName: stored.merchantName,
        version: stored.version,
        allowedActions: [
          ...(isOpen && may('resend') ? (['resend'] as const) : []),
          ...(isValid && !isSignIn && may('reveal') ? (['reveal'] as const) : []),
        ],
      };
    },
  }),
);

const PURPOSE: CodeWords = {
  REGISTER: ['Register', '注册'],
  LOGIN: ['Sign in', '登录'],
  BIND_CARD: ['Bind card', '绑卡'],
  STAFF_LOGIN: ['Staff sign-in', '员工登录'],
};
const STATUS: CodeWords = { VALID: ['Valid', '有效'], EXPIRED: ['Expired', '已过期'] };
const DELIVERY: CodeWords = {
  QUEUED: ['Queued', '待发送'],
  SENT: ['Sent', '已发送'],
  DELIVERED: ['Delivered', '已送达'],
  FAILED: ['Failed', '失败'],
  REFUSED: ['Not sent', '未发送'],
  UNKNOWN: ['Unknown', '未知'],
};

export const verificationCodeExport = exportOf(verificationCodes, {
  kind: 'verificationCodes.export',
  title: { en: 'Export of verification codes', zh: '导出验证码' },
  page: verificationCode.VERIFICATION_PAGE,
  params: verificationCode.exportList.request,
  fileStem: 'verification-codes',
  subjectType: 'verificationCode',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.codeNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Purpose', zh: '用途', of: (row) => row.codePurpose, codes: PURPOSE },
    { en: 'Sent', zh: '发送时间', of: (row) => row.sentAt, isTime: true },
    { en: 'Expires', zh: '失效时间', of: (row) => row.expiresAt, isTime: true },
    { en: 'Network', zh: '网络', of: (row) => row.network },
    { en: 'Account', zh: '账户', of: (row) => row.accountName },
    { en: 'Delivery', zh: '送达', of: (row) => row.deliveryStatus, codes: DELIVERY },
    { en: 'Wrong tries', zh: '错误次数', of: (row) => row.attempts },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
  ],
});

/** @throws AppError NOT_FOUND */
export async function readVerificationCode(
  { codeNo }: { readonly codeNo: string },
  call: Call,
): Promise<ReplyOf<typeof verificationCode.detail>> {
  const { db } = call;
  const row = await verificationCodes.one(codeNo, call);
  const { address, city, usedAt, userNo } = await verificationCodes.stored(codeNo, call);
  const sends = await db
    .selectFrom('verificationSend as s')
    .innerJoin('message as m', 'm.messageNo', 's.messageNo')
    .leftJoin('appUser as u', 'u.userNo', 's.sentBy')
    .select([
      's.messageNo',
      's.sentAt',
      's.channel',
      'm.failure',
      'u.realName as sentByName',
      deliveryOf('m').as('deliveryStatus'),
    ])
    .where('s.codeNo', '=', codeNo)
    .orderBy('s.sendId', 'desc')
    .execute();
  const hops = await hopsOf(
    db,
    sends.map(({ messageNo }) => ({ source: 'MESSAGE', sourceNo: messageNo })),
  );
  const person =
    userNo === null
      ? undefined
      : await db.selectFrom('appUser').select('realName').where('userNo', '=', userNo).executeTakeFirst();
  return {
    row,
    address,
    city,
    userName: person?.realName ?? null,
    usedAt: usedAt?.toISOString() ?? null,
    sends: sends.map(({ sentAt, failure, messageNo, ...send }) => ({
      ...send,
      sentAt: sentAt.toISOString(),
      fault: failure,
      hops: hops.get(`MESSAGE ${messageNo}`) ?? [],
    })),
    history: await readHistory(db, 'verificationCode', codeNo),
  };
}
