import { type ReplyOf, smsAccount } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../audit/index.ts';
import { type CodeWords, exportOf } from '../exports/index.ts';
import { topicSecret } from '../gateways/index.ts';
import { businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { accountsOfKind } from './families.ts';

type Row = smsAccount.AccountRow;
const SAVE = 'operation:smsAccount:save';

/** Whether the route in force `r` uses the account of a column. */
const uses = (code: ReturnType<typeof sql>) => sql<boolean>`(r.route_status <> 'DISABLED'
  and (r.value -> 'accounts' @> jsonb_build_array(jsonb_build_object('accountCode', ${code}))
    or r.value ->> 'failoverAccountCode' = ${code}))`;
const today = () => startOfBusinessDate(businessDateOf(new Date()));

export const smsAccounts = defineList(
  smsAccount.page,
  (db) => db.selectFrom('smsAccount as a'),
  (by) => ({
    scope: () => null,
    key: 'a.accountCode',
    missing: 'SMS_ACCOUNT_NOT_FOUND',
    filters: {
      accountCode: by.contains('a.accountCode'),
      senderId: by.contains('a.senderId'),
      provider: by.is('a.provider'),
      accountStatus: (status) => (eb) => eb('a.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { accountCode: 'a.accountCode', updatedAt: 'a.updatedAt' },
    first: [['a.accountCode', 'asc']],
    select: (query) =>
      query
        .select(['a.accountCode', 'a.provider', 'a.senderId', 'a.endpointUrl', 'a.userName', 'a.unitPriceCents'])
        .select(['a.isEnabled', 'a.updatedAt', 'a.version', 'a.balanceCents', 'a.balanceAt'])
        .select([
          sql<boolean>`a.sealed_key is not null`.as('hasApiKey'),
          sql<number>`(select count(*)::int from sms_route_now r where ${uses(sql`a.account_code`)})`.as('routes'),
          sql<number>`(select count(*)::int from sms_sending s where s.account_code = a.account_code
            and s.outcome = 'SENT' and s.at >= ${today()})`.as('sentToday'),
          sql<number>`(select coalesce(sum(s.cost_cents), 0)::bigint from sms_sending s
            where s.account_code = a.account_code and s.at >= ${today()})`.as('costTodayCents'),
          sql<boolean>`exists (select from change_request q where q.subject_no = a.account_code
            and q.kind in ('smsAccount.save', 'smsAccount.enable') and q.change_state = 'PENDING')`.as(
            'hasWaitingChange',
          ),
        ]),
    row: ({ isEnabled, updatedAt, balanceAt, ...row }, { caller }): Row => {
      const maySave = caller.codes.has(SAVE);
      const is = {
        update: maySave && !row.hasWaitingChange,
        enable: maySave && !isEnabled && !row.hasWaitingChange,
        checkBalance: maySave && (row.provider === 'SERVER' || row.hasApiKey),
        disable: maySave && isEnabled,
      };
      return {
        ...row,
        accountStatus: isEnabled ? 'ENABLED' : 'DISABLED',
        updatedAt: updatedAt.toISOString(),
        balanceAt: balanceAt?.toISOString() ?? null,
        allowedActions: smsAccount.accountAction.options.filter((action) => is[action]),
      };
    },
  }),
);

/** @throws AppError SMS_ACCOUNT_NOT_FOUND */
export async function readAccount(
  { accountCode }: { readonly accountCode: string },
  call: Call,
): Promise<ReplyOf<typeof smsAccount.detail>> {
  const { db, caller, services } = call;
  const row = await smsAccounts.one(accountCode, call);
  const { rows: routes } = await sql<{ routeNo: string; subjectNo: string }>`
    select r.route_no, r.subject_no from sms_route_now r where ${uses(sql`${accountCode}::text`)}
    order by r.route_no`.execute(db);
  const { publicUrl, callbackSecret } = services.settings.gateways;
  const isShown = row.provider !== 'SERVER' && caller.codes.has(SAVE);
  return {
    row,
    callbackUrl: isShown ? `${publicUrl}/gateway/${topicSecret(callbackSecret, 'sms/delivery')}/sms/delivery` : null,
    routes,
    history: await readHistory(db, 'smsAccount', accountCode),
  };
}

export async function accountOptions(_request: object, { db }: Pick<Call, 'db'>) {
  const accounts = await db
    .selectFrom('smsAccount')
    .select(['accountCode', 'senderId'])
    .where('isEnabled', '=', true)
    .orderBy('accountCode')
    .execute();
  const ofCodes = await accountsOfKind(db, 'VERIFICATION');
  return accounts.map((account) => ({ ...account, servesVerification: ofCodes.includes(account.accountCode) }));
}

const PROVIDER: CodeWords = {
  SERVER: ['Server gateway', '服务器网关'],
  AFRICAS_TALKING: ['Africa’s Talking', 'Africa’s Talking'],
};
const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const accountExport = exportOf(smsAccounts, {
  kind: 'smsAccounts.export',
  title: { en: 'Export of SMS accounts', zh: '导出短信账户' },
  page: smsAccount.exportList.access.page,
  params: smsAccount.exportList.request,
  fileStem: 'sms-accounts',
  subjectType: 'smsAccount',
  columns: [
    { en: 'Account', zh: '账户编码', of: (row) => row.accountCode },
    { en: 'Provider', zh: '服务商', of: (row) => row.provider, codes: PROVIDER },
    { en: 'Sender ID', zh: '发送方', of: (row) => row.senderId },
    { en: 'Unit price (KES)', zh: '单价（KES）', of: (row) => (row.unitPriceCents / 100).toFixed(2) },
    {
      en: 'Balance (KES)',
      zh: '余额（KES）',
      of: ({ balanceCents: left }) => (left === null ? null : (left / 100).toFixed(2)),
    },
    { en: 'Balance at', zh: '余额查询时间', of: (row) => row.balanceAt, isTime: true },
    { en: 'Sent today', zh: '今日发送', of: (row) => row.sentToday },
    { en: 'Cost today (KES)', zh: '今日费用（KES）', of: (row) => (row.costTodayCents / 100).toFixed(2) },
    { en: 'Status', zh: '状态', of: (row) => row.accountStatus, codes: STATUS },
  ],
});
