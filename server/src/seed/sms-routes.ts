import { smsRoutes } from '@kituo/sdk/contracts';
import type { Tx } from '../db/database.ts';
import { addDays, businessDateOf } from '../modules/platform/policy/index.ts';

/** Accounts under other sender IDs of the server's own gateway, so that a demonstration sends as it did. */
const ACCOUNTS = [
  ['MAIN', 'SERVER', 'KITUO', true],
  ['SECOND', 'SERVER', 'KITUO2', true],
  ['PROMO', 'SERVER', 'KITUOPROMO', true],
  ['BACKUP', 'AFRICAS_TALKING', 'KITUO', false],
] as const;

/** SMS accounts and routes, one in force and one of marketing that awaits approval. */
export async function seedSmsRoutes(tx: Tx, createdBy: string, checkerUserNo: string): Promise<void> {
  for (const [accountCode, provider, senderId, isEnabled] of ACCOUNTS) {
    const isServer = provider === 'SERVER';
    await tx
      .insertInto('smsAccount')
      .values({
        accountCode,
        provider,
        senderId,
        isEnabled,
        endpointUrl: isServer ? null : 'https://api.africastalking.com',
        userName: isServer ? null : 'kituo',
        unitPriceCents: 80,
      })
      .execute();
  }
  const route = { failoverAccountCode: null, failoverAfterSeconds: 30, dailyCap: -1, isEnabled: true };
  const reminders: smsRoutes.SmsRouteValue = {
    ...route,
    accounts: [
      { accountCode: 'MAIN', weight: 70 },
      { accountCode: 'SECOND', weight: 30 },
    ],
  };
  const marketing: smsRoutes.MarketingRouteValue = {
    ...route,
    accounts: [{ accountCode: 'PROMO', weight: 100 }],
    windowStart: '09:00',
    windowEnd: '18:00',
    perPhonePerDay: 1,
    perPhonePerWeek: 2,
    dailyBudgetCents: 500_000,
    optOutText: 'STOP to opt out',
  };
  const people = { makerUserNo: createdBy, editorUserNos: [createdBy] };
  const version = { ...people, versionNo: 1, reason: 'For demonstration' };
  for (const [smsKind, configKey, value] of [
    ['REMINDER', smsRoutes.SMS_ROUTE_KEY, reminders],
    ['MARKETING', smsRoutes.MARKETING_SMS_ROUTE_KEY, marketing],
  ] as const) {
    const { subjectNo } = await tx
      .insertInto('smsRoute')
      .values({ smsKind, createdBy })
      .returning('subjectNo')
      .executeTakeFirstOrThrow();
    const isInForce = smsKind !== 'MARKETING';
    await tx
      .insertInto('configVersion')
      .values({
        ...version,
        configKey,
        subjectNo,
        value: JSON.stringify(value),
        storedStatus: isInForce ? 'IN_FORCE' : 'PENDING',
        effectiveFrom: isInForce ? '2026-01-01' : addDays(businessDateOf(new Date()), 30),
        ...(isInForce && { checkerUserNo, inForceFrom: new Date('2026-01-01T00:00:00+03:00') }),
      })
      .execute();
  }
  await tx.insertInto('smsRoute').values({ smsKind: 'SERVICE', merchantNo: 'M0001', createdBy }).execute();
}
