import type { Database } from '../../db/database.ts';
import { awaitingRequests } from './awaiting-requests.ts';
import { balances } from './balances.ts';
import { billLoans } from './bill-loans.ts';
import { cases } from './cases.ts';
import { dataRequests } from './data-requests.ts';
import { lendingLimits } from './lending-limits.ts';
import { openDesk } from './desk.ts';
import { limits, losses, merchants, waivers, withdrawals } from './losses.ts';
import { outreach } from './outreach.ts';
import { refunds, transfersAndFlows, writeOffs } from './money.ts';
import { changes, configurations, jobs, reReviews } from './process.ts';
import { reconciliations } from './reconciliation.ts';
import { robotPlans } from './robot-plans.ts';
import { aiTasks, robots } from './robot-tasks.ts';
import { coupons, feedback } from './service.ts';
import { advice, incomingCalls, lookUps, replyTemplates } from './service-desk.ts';
import { acquiredOrders } from './acquired-orders.ts';
import { pastRequests } from './past-requests.ts';
import { retrievals } from './retrievals.ts';
import { disciplineRecords } from './discipline.ts';
import { monthOfShifts } from './month-of-shifts.ts';
import { qualitySamples } from './quality-samples.ts';
import { refusedMessages } from './refused-messages.ts';
import { reviewRules } from './review-rules.ts';
import { robotDesk } from './robot-desk.ts';
import { signInCalls } from './sign-in-calls.ts';
import { telemarketing } from './telemarketing.ts';

/**
 * What luck leaves out of a book: every state that a thing can rest in has something in it, so that each page has
 * each of its states to show. Nothing where it was done before, or where the book is too small to take from.
 */
export async function populateStatuses(db: Database, now: Date): Promise<boolean> {
  const known = await db.selectFrom('couponTemplate').select('couponTemplateNo').executeTakeFirst();
  const desk = known ? null : await openDesk(db, now);
  if (!desk) return false;
  await cases(desk);
  await transfersAndFlows(desk);
  await writeOffs(desk);
  await refunds(desk);
  await losses(desk);
  await waivers(desk);
  await withdrawals(desk);
  await limits(desk);
  await lendingLimits(desk);
  await merchants(desk);
  await coupons(desk);
  await feedback(desk);
  await incomingCalls(desk);
  await advice(desk);
  await replyTemplates(desk);
  await outreach(desk);
  await reReviews(desk);
  await configurations(desk);
  await changes(desk);
  await jobs(desk);
  await reconciliations(desk);
  await balances(desk);
  await dataRequests(desk);
  await billLoans(desk);
  await robots(desk);
  await robotPlans(desk);
  await aiTasks(desk);
  await signInCalls(desk);
  await telemarketing(desk);
  await robotDesk(desk);
  await disciplineRecords(desk);
  await qualitySamples(desk);
  await refusedMessages(desk);
  await monthOfShifts(desk);
  await lookUps(desk);
  await retrievals(desk);
  await acquiredOrders(desk);
  await pastRequests(desk);
  await awaitingRequests(desk);
  await reviewRules(desk);
  return true;
}
