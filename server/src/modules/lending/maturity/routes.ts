import { maturity } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { ruleRoutes } from '../../platform/rules/index.ts';
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
  implement(maturity.calendarSave, async ({ day, dayName, countsAsBusinessDay }, call) => {
    const { tx, caller } = call;
    const before = await tx.selectFrom('businessCalendar').selectAll().where('day', '=', day).executeTakeFirst();
    const values = { dayName, countsAsBusinessDay, updatedBy: caller.userNo, updatedAt: new Date() };
    await tx
      .insertInto('businessCalendar')
      .values({ day, ...values })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(values))
      .execute();
    await writeAudit(tx, call, {
      action: 'maturityConfig.calendarSave',
      subjectType: 'businessCalendar',
      subjectNo: day,
      ...(before && { before: { dayName: before.dayName, countsAsBusinessDay: before.countsAsBusinessDay } }),
      after: { dayName, countsAsBusinessDay },
    });
    return { day };
  }),
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
