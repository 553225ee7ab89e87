import { messageAccount } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf } from '../exports/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import './tables.ts';

type Row = messageAccount.MessageAccountRow;
const SAVE = 'operation:messageAccount:save';
const EXPIRING_DAYS = 30;

const today = () => startOfBusinessDate(businessDateOf(new Date()));
/** Of an account's real messages since a moment. */
const counted = (since: Date, condition: ReturnType<typeof sql>) => sql<number>`(select count(*)::int
  from message_sending s where s.account_code = a.account_code and s.source <> 'TEST' and s.at >= ${since}
    and ${condition})`;
const NOT_TAKEN = sql`s.outcome in ('UNAVAILABLE', 'REFUSED')`;
const FAILED = sql`(s.outcome <> 'SENT' or s.delivery = 'FAILED')`;

function healthOf(
  row: Pick<Row, 'certificateExpiresOn' | 'channelType' | 'endpointUrl' | 'hasSecret'> & {
    readonly lastHour: number;
    readonly notTaken: number;
  },
): Row['health'] {
  const { certificateExpiresOn: last, channelType, endpointUrl, hasSecret, lastHour, notTaken } = row;
  const takesKey = channelType === 'PUSH' || channelType === 'WHATSAPP' || endpointUrl !== null;
  if (takesKey && !hasSecret) return 'KEYLESS';
  const date = businessDateOf(new Date());
  if (last !== null && last < date) return 'EXPIRED';
  if (lastHour > 0 && notTaken * 2 > lastHour) return 'FAILING';
  return last !== null && last <= addDays(date, EXPIRING_DAYS) ? 'EXPIRING' : 'GOOD';
}

export const messageAccounts = defineList(
  messageAccount.page,
  (db) =>
    db
      .selectFrom('messageAccount as a')
      .leftJoin('merchant as m', 'm.merchantNo', 'a.merchantNo')
      .leftJoin('messageDomain as d', (join) =>
        join.on(sql`lower(split_part(a.sender, '@', 2))`, '=', sql.ref('d.domain')).on('a.channelType', '=', 'EMAIL'),
      ),
  (by) => ({
    scope: by.ofMerchants('a.merchantNo'),
    key: 'a.accountCode',
    missing: 'MESSAGE_ACCOUNT_NOT_FOUND',
    filters: {
      appId: by.contains('a.appId'),
      merchantNo: by.is('a.merchantNo'),
      channelType: by.is('a.channelType'),
      status: (status) => (eb) => eb('a.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: {
      appId: 'a.appId',
      accountCode: 'a.accountCode',
      certificateExpiresOn: 'a.certificateExpiresOn',
      updatedAt: 'a.updatedAt',
    },
    first: [
      ['a.appId', 'asc'],
      ['a.channelType', 'asc'],
      ['a.isDefault', 'desc'],
    ],
    select: (query) =>
      query
        .select(['a.accountCode', 'a.appId', 'a.merchantNo', 'm.merchantName', 'a.channelType', 'a.sender'])
        .select(['a.isDefault', 'a.dailyCap', 'a.quietFrom', 'a.quietTo', 'a.smsAccountCode', 'a.endpointUrl'])
        .select(['a.userName', 'a.phoneNumberId', 'a.whatsAppTemplate', 'a.certificateExpiresOn', 'a.isEnabled'])
        .select(['a.updatedAt', 'a.version', 'd.domainState'])
        .select([
          sql<boolean>`a.sealed_secret is not null`.as('hasSecret'),
          counted(today(), sql`s.outcome in ('SENT', 'UNKNOWN')`).as('sentToday'),
          counted(today(), sql`true`).as('triedToday'),
          counted(today(), FAILED).as('failedToday'),
          counted(new Date(Date.now() - 3_600_000), sql`true`).as('lastHour'),
          counted(new Date(Date.now() - 3_600_000), NOT_TAKEN).as('notTaken'),
          sql<boolean>`exists (select from change_request q where q.subject_no = a.account_code
            and q.kind in ('messageAccount.save', 'messageAccount.enable') and q.change_state = 'PENDING')`.as(
            'hasWaitingChange',
          ),
        ]),
    row: ({ isEnabled, updatedAt, triedToday, failedToday, lastHour, notTaken, ...row }, { caller }): Row => {
      const maySave = caller.codes.has(SAVE);
      const health = healthOf({ ...row, lastHour, notTaken });
      const is = {
        update: maySave && !row.hasWaitingChange,
        enable:
          maySave &&
          !isEnabled &&
          !row.hasWaitingChange &&
          health !== 'KEYLESS' &&
          health !== 'EXPIRED' &&
          (row.channelType !== 'EMAIL' || row.domainState === 'VERIFIED'),
        disable: maySave && isEnabled,
        test: maySave && health !== 'KEYLESS',
      };
      return {
        ...row,
        domainState: row.channelType === 'EMAIL' ? (row.domainState ?? 'UNCHECKED') : null,
        appName: row.merchantName ?? 'Kituo',
        quietHours: row.quietFrom === null ? null : `${row.quietFrom}–${row.quietTo ?? ''}`,
        failedPercent: triedToday === 0 ? null : Math.round((failedToday * 100) / triedToday),
        health,
        status: isEnabled ? 'ENABLED' : 'DISABLED',
        updatedAt: updatedAt.toISOString(),
        allowedActions: messageAccount.messageAccountAction.options.filter((action) => is[action]),
      };
    },
  }),
);

const CHANNEL: CodeWords = {
  SMS: ['SMS', '短信'],
  EMAIL: ['Email', '邮件'],
  PUSH: ['Push', '推送'],
  WHATSAPP: ['WhatsApp', 'WhatsApp'],
  IN_APP: ['In-app', '站内信'],
};
const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const accountExport = exportOf(messageAccounts, {
  kind: 'messageAccounts.export',
  title: { en: 'Export of message accounts', zh: '导出消息账户' },
  page: messageAccount.exportList.access.page,
  params: messageAccount.exportList.request,
  fileStem: 'message-accounts',
  subjectType: 'messageAccount',
  columns: [
    { en: 'App', zh: '应用', of: (row) => row.appName },
    { en: 'App ID', zh: '应用 ID', of: (row) => row.appId },
    { en: 'Channel', zh: '渠道', of: (row) => row.channelType, codes: CHANNEL },
    { en: 'Account', zh: '账户编码', of: (row) => row.accountCode },
    { en: 'Sender', zh: '发送方', of: (row) => row.sender },
    { en: 'Sent today', zh: '今日发送', of: (row) => row.sentToday },
    { en: 'Failed %', zh: '失败率（%）', of: (row) => row.failedPercent },
    { en: 'Key expires', zh: '密钥有效期', of: (row) => row.certificateExpiresOn },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
  ],
});
