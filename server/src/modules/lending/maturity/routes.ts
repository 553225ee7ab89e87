import { maturity } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { ruleRoutes } from '../../platform/rules/index.ts';
import { askToName } from './calendar.ts';
import { dueOn } from './due-date.ts';
import { maturityFamily, namedDays } from './rules.ts';

/** The first of the next twelve months. */
function comingMonths(): string[] {
  const [year = 0, month = 0] = businessDateOf(new Date()).split('-').map(Number);
  return Array.from({ length: 12 }, (_, step) => new Date(Date.UTC(year, month + step, 1)).toISOString().slice(0, 10));
}

export const routes = [
  implement(maturity.preview, async ({ value, termDays }, { db }) => {
    const named = await namedDays(db);
    return comingMonths().map((lentOn) => {
      const plainDate = addDays(lentOn, termDays);
      return { lentOn, plainDate, dueDate: dueOn(plainDate, value, named) };
    });
  }),
  implement(maturity.calendar, async ({ year }, { db }) => {
    return await db
      .selectFrom('businessCalendar')
      .select(['day', 'dayName', 'countsAsBusinessDay'])
      .where('day', '>=', `${year}-01-01`)
      .where('day', '<=', `${year}-12-31`)
      .orderBy('day')
      .execute();
  }),
  implement(maturity.calendarSave, askToName),
  implement(maturity.products, async (_request, { db, caller }) => {
    const merchantNos = merchantsSeen(caller.scope);
    return await db
      .selectFrom('loanProduct as p')
      .innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo')
      .select(['p.productNo', 'p.productName', 'm.merchantName'])
      .$if(merchantNos !== null, (query) => query.where('p.merchantNo', 'in', [...(merchantNos ?? []), '']))
      .orderBy('p.productNo')
      .execute();
  }),
  ...ruleRoutes(maturityFamily),
];
