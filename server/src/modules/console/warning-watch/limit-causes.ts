import { loanLimit } from '@kituo/sdk/contracts';
import {
  LOAN_TYPE_WORDS,
  type LendingDay,
  lendingDays,
  shortOfFunds,
  usedPercent,
} from '../../lending/lending-limits/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

/** Merchants whose limit of the day is reached, or nearly so; each day individually. */
export const reachedLimits: WatchedSource = {
  sourceType: 'LIMIT_REACHED',
  prefix: 'LIMIT-',
  quietHours: 24,
  async find(db, now) {
    const told = (await lendingDays(db, now)).filter(
      ({ isReached, limit, use }) =>
        isReached || (isOpen(limit) && (usedPercent(limit, use) ?? 0) >= limit.alertPercent),
    );
    if (told.length === 0) return [];
    const roleNos = await rolesWith(db, 'operation:loanLimit:save');
    return told.map((day): Cause => {
      const { merchantNo, loanType, held, isReached, use } = day;
      const waitingCents = held.reduce((sum, { approvedCents }) => sum + approvedCents, 0);
      return {
        key: `${merchantNo}_${loanType}-${businessDateOf(now)}`,
        warningLevel: isReached ? 'ATTENTION' : 'INFO',
        ...(isReached ? reached(day) : nearly(day)),
        subjectPath: loanLimit.LOAN_LIMIT_PAGE,
        amountCents: held.length > 0 ? waitingCents : use.usedCents,
        merchantNo,
        roleNos,
        assigneeUserNo: null,
      };
    });
  },
};

/** Merchants whose limits may send out more today than their payout accounts keep; each day individually. */
export const fundsBelowLimits: WatchedSource = {
  sourceType: 'LOW_BALANCE',
  prefix: 'FUNDS-',
  quietHours: 24,
  async find(db, now) {
    const short = await shortOfFunds(db, await lendingDays(db, now));
    if (short.length === 0) return [];
    const roleNos = await rolesWith(db, 'operation:loanLimit:save');
    return short.map(({ merchantNo, merchantName, leftCents, fundsCents }): Cause => ({
      key: `${merchantNo}-${businessDateOf(now)}`,
      warningLevel: 'ATTENTION',
      subject: `Limits of ${merchantName} allow ${kes(leftCents)} more today, but only ${kes(fundsCents)} is available`,
      subjectZh: `${merchantName} 今日额度尚余 ${kes(leftCents)}，可用资金仅 ${kes(fundsCents)}`,
      subjectPath: loanLimit.LOAN_LIMIT_PAGE,
      amountCents: leftCents - fundsCents,
      merchantNo,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};

const kes = (cents: number): string =>
  `KES ${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100)}`;

/** Where a day takes nothing at all, what went out before it did so is no news. */
function isOpen({ dailyAmountLimitCents, dailyOrderLimit }: LendingDay['limit']): boolean {
  return dailyAmountLimitCents !== 0 && dailyOrderLimit !== 0;
}

function reached({ merchantName, loanType, held }: LendingDay) {
  const count = held.length;
  const waiting = count === 1 ? '1 order waiting' : `${count} orders waiting`;
  return {
    subject: `${merchantName} reached today’s limit for ${LOAN_TYPE_WORDS[loanType].en}; ${waiting}`,
    subjectZh: `${merchantName} ${LOAN_TYPE_WORDS[loanType].zh}今日额度已满，${count} 笔订单等待`,
  };
}

function nearly({ merchantName, loanType, limit, use }: LendingDay) {
  const percent = usedPercent(limit, use) ?? 0;
  return {
    subject: `${merchantName} used ${percent}% of today’s limit for ${LOAN_TYPE_WORDS[loanType].en}`,
    subjectZh: `${merchantName} ${LOAN_TYPE_WORDS[loanType].zh}今日额度已用 ${percent} %`,
  };
}
