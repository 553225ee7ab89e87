import { smsRoutes } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { ConfigFamily } from '../configuration/index.ts';

type Shared = Pick<smsRoutes.SmsRouteValue, 'isEnabled' | 'accounts' | 'failoverAccountCode'>;

export const codesOf = ({ accounts, failoverAccountCode }: Omit<Shared, 'isEnabled'>): string[] => [
  ...accounts.map(({ accountCode }) => accountCode),
  ...(failoverAccountCode === null ? [] : [failoverAccountCode]),
];

/** @throws AppError REFERENCE_UNKNOWN, SMS_ROUTE_WITHOUT_ACCOUNT, SMS_ACCOUNT_SHARED */
async function checkRoute(db: Queryable, subjectNo: string, value: Shared, isMarketing: boolean): Promise<void> {
  const route = await db.selectFrom('smsRoute').select('smsKind').where('subjectNo', '=', subjectNo).executeTakeFirst();
  if (!route || (route.smsKind === 'MARKETING') !== isMarketing) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  }
  const codes = codesOf(value);
  const known = await db
    .selectFrom('smsAccount')
    .select(['accountCode', 'isEnabled'])
    .where('accountCode', 'in', codes)
    .execute();
  const isKnown = (code: string) => known.some(({ accountCode }) => accountCode === code);
  if (!codes.every(isKnown)) {
    const field = value.accounts.every(({ accountCode }) => isKnown(accountCode)) ? 'failoverAccountCode' : 'accounts';
    throw new AppError('REFERENCE_UNKNOWN', { fields: [`value.${field}`] });
  }
  if (value.isEnabled && !known.some(({ isEnabled }) => isEnabled)) {
    throw new AppError('SMS_ROUTE_WITHOUT_ACCOUNT', { fields: ['value.accounts'] });
  }
  if (route.smsKind !== 'VERIFICATION' && !isMarketing) return;
  const shared = (await accountsOfKind(db, isMarketing ? 'VERIFICATION' : 'MARKETING')).find((code) =>
    codes.includes(code),
  );
  if (shared !== undefined) {
    throw new AppError('SMS_ACCOUNT_SHARED', { fields: ['value.accounts'], facts: { accountCode: shared } });
  }
}

/** The accounts that routes of a kind use now, or will once their versions are approved and due. */
export async function accountsOfKind(db: Queryable, kind: 'VERIFICATION' | 'MARKETING'): Promise<string[]> {
  const { rows } = await sql<{ readonly accountCode: string }>`
    SELECT DISTINCT used.account_code FROM config_version_now v
    JOIN sms_route r ON r.subject_no = v.subject_no AND r.sms_kind = ${kind}
    CROSS JOIN LATERAL (SELECT a.value ->> 'accountCode' AS account_code
      FROM jsonb_array_elements(v.value -> 'accounts') AS a (value)
      UNION SELECT v.value ->> 'failoverAccountCode') used
    WHERE v.config_key IN (${smsRoutes.SMS_ROUTE_KEY}, ${smsRoutes.MARKETING_SMS_ROUTE_KEY})
      AND v.version_status IN ('PENDING', 'SCHEDULED', 'IN_FORCE') AND used.account_code IS NOT NULL`.execute(db);
  return rows.map(({ accountCode }) => accountCode);
}

const shared = { isPerSubject: true, isSeveralADay: true, initial: () => Promise.resolve(null) } as const;

/** By which accounts texts of a kind leave, of a merchant and a network or of all. */
export const smsRouteFamily: ConfigFamily<smsRoutes.SmsRouteValue> = {
  ...shared,
  key: smsRoutes.SMS_ROUTE_KEY,
  title: { en: 'SMS route', zh: '短信路由' },
  value: smsRoutes.smsRouteValue,
  access: {
    see: { page: [smsRoutes.SMS_ROUTER_PAGE] },
    save: 'operation:smsRouter:save',
    decide: 'operation:config:audit',
  },
  check: (db, subjectNo, value) => checkRoute(db, subjectNo, value, false),
};

/** The same of marketing texts, with their hours, caps and budget. */
export const marketingRouteFamily: ConfigFamily<smsRoutes.MarketingRouteValue> = {
  ...shared,
  key: smsRoutes.MARKETING_SMS_ROUTE_KEY,
  title: { en: 'Marketing SMS route', zh: '营销短信路由' },
  value: smsRoutes.marketingRouteValue,
  access: {
    see: { page: [smsRoutes.MARKETING_SMS_ROUTER_PAGE] },
    save: 'operation:marketingSmsRouter:save',
    decide: 'operation:config:audit',
  },
  check: (db, subjectNo, value) => checkRoute(db, subjectNo, value, true),
};
