import { silentAccounts } from '../../payments/accounts/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

/** Hours, and minutes below one hour, as people say them. */
const lengthOf = (minutes: number, hour: string, minute: string): string =>
  minutes < 60 ? `${minutes} ${minute}` : `${Math.floor(minutes / 60)} ${hour}`;

/** Receiving accounts that are quiet for longer than usual at this time of day. */
export const silentReceivers: WatchedSource = {
  sourceType: 'RECEIPTS_SILENT',
  prefix: 'SILENT-',
  quietHours: 6,
  async find(db, now) {
    const silent = await silentAccounts(db, now);
    if (silent.length === 0) return [];
    const roleNos = await rolesWith(db, 'afterLoan:repayAccount:save');
    return silent.map(({ accountId, accountName, quietMinutes, usualMinutes }): Cause => ({
      key: accountId,
      warningLevel: 'URGENT',
      subject: `No payment on ${accountName} for ${lengthOf(quietMinutes, 'h', 'min')}; usually at most ${usualMinutes} min at this hour`,
      subjectZh: `${accountName} 已 ${lengthOf(quietMinutes, '小时', '分钟')}无入账；该时段通常不超过 ${usualMinutes} 分钟`,
      subjectPath: '/AdminContent/AfterLoanSystem/RepaymentAccountManagement',
      amountCents: null,
      merchantNo: null,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
