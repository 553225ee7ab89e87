import { messageAccount } from '@kituo/sdk/contracts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const STEPS = [
  { days: 1, warningLevel: 'URGENT' },
  { days: 7, warningLevel: 'ATTENTION' },
  { days: 30, warningLevel: 'INFO' },
] as const;

/** Keys of enabled message accounts that end soon: told 30, 7 and 1 days ahead, each step for itself. */
export const expiringKeys: WatchedSource = {
  sourceType: 'KEY_EXPIRING',
  prefix: 'KEY-',
  quietHours: 24,
  async find(db, now) {
    const today = businessDateOf(now);
    const accounts = await db
      .selectFrom('messageAccount')
      .select(['accountCode', 'merchantNo', 'certificateExpiresOn'])
      .where('isEnabled', '=', true)
      .where('certificateExpiresOn', '<=', addDays(today, 30))
      .orderBy('certificateExpiresOn')
      .execute();
    if (accounts.length === 0) return [];
    const roleNos = await rolesWith(db, 'operation:messageAccount:save');
    return accounts.flatMap(({ accountCode, merchantNo, certificateExpiresOn: last }): Cause[] => {
      const step = STEPS.find(({ days }) => last !== null && last <= addDays(today, days));
      if (!step || last === null) return [];
      return [
        {
          key: `${accountCode}-${last}-${step.days}`,
          warningLevel: step.warningLevel,
          subject: `The key of message account ${accountCode} expires on ${last}`,
          subjectZh: `消息账户 ${accountCode} 的密钥将于 ${last} 过期`,
          subjectPath: messageAccount.MESSAGE_ACCOUNT_PAGE,
          amountCents: null,
          merchantNo,
          roleNos,
          assigneeUserNo: null,
        },
      ];
    });
  },
};
