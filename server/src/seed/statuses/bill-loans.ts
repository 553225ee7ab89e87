import { seedLending } from '../lending/index.ts';
import type { Fate } from '../lending/story.ts';
import { cases } from './cases.ts';
import { byBill, type Desk } from './desk.ts';
import { losses, waivers } from './losses.ts';

/** Applied for so many days ago: the first instalment is due after 30, the second after 60. */
const DAYS = [
  34, 36, 38, 40, 42, 44, 46, 48, 51, 54, 57, 60, 63, 66, 70, 74, 78, 82, 86, 91, 96, 102, 108, 114, 126, 132, 138, 144,
  155, 165,
];

/** Loans by instalments that nobody pays, so that collection by bill has as much to show as collection by order. */
export async function billLoans(desk: Desk): Promise<void> {
  const byBillFates = DAYS.map((daysAgo): Fate => ({ decision: 'PAID_OUT', habit: 'NEVER', daysAgo }));
  await seedLending(desk.db, { orders: DAYS.length, merchants: 3, seed: 97, now: desk.now, byBill: byBillFates });
  const bills = await byBill(desk);
  await cases(bills);
  await losses(bills);
  await waivers(bills);
}
