import { loanLimit } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { lendingDays } from './days.ts';
import { limitExport } from './export.ts';
import { pageOfLimits, statusOf } from './list.ts';
import { pauseLending, resumeLending } from './pause.ts';
import { usedPercent } from './rules.ts';
import { previewScale, scaleMany } from './scale.ts';

const SHOWN = 200;

export const routes = [
  implement(loanLimit.page, pageOfLimits),
  implement(loanLimit.exportList, limitExport.queue),
  implement(loanLimit.pause, pauseLending),
  implement(loanLimit.resume, resumeLending),
  implement(loanLimit.scalePreview, previewScale),
  implement(loanLimit.scaleMany, scaleMany),
  implement(loanLimit.usage, async ({ merchantNo, loanType }, { db, caller }) => {
    const days = await lendingDays(db, new Date(), merchantsSeen(caller.scope));
    return days
      .filter((day) => merchantNo === undefined || day.merchantNo === merchantNo)
      .filter((day) => loanType === undefined || day.loanType === loanType)
      .map(({ use, limit, held, isReached, pauseReason, ready: _ready, ...day }) => ({
        ...day,
        limit,
        usedTodayCents: use.usedCents,
        usedOrders: use.usedOrders,
        usedPercent: usedPercent(limit, use),
        limitStatus: statusOf({ pauseReason, isReached }),
        waitingOrders: held.length,
        waitingCents: held.reduce((sum, { approvedCents }) => sum + approvedCents, 0),
        heldOrders: held.slice(0, SHOWN).map(({ orderNo, approvedCents, auditTime }) => ({
          orderNo,
          approvedAmountCents: approvedCents,
          auditTime: auditTime.toISOString(),
          holdReason: 'LIMIT_REACHED' as const,
        })),
      }));
  }),
];
