import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright';
import type { Database } from '../../../server/src/db/database.ts';
import { distributeCase, syncCases } from '../../../server/src/modules/collections/collections/index.ts';
import { lend, makeProduct } from '../../../server/src/modules/lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../../server/src/modules/platform/policy/index.ts';

/** The two systems of collection: their pages, and what a case of theirs is about. */
export const SYSTEMS = {
  ORDER: {
    mine: '/AdminContent/CollectionSystem/MyCollection',
    allocation: '/AdminContent/CollectionSystem/CaseAllocation',
    settlements: '/AdminContent/CollectionSystem/CancelAfterVerificationManagement',
    rollbacks: '/AdminContent/CollectionSystem/RollbackFlow',
    repayments: '/AdminContent/CollectionSystem/repaymentDetails',
    out: '/AdminContent/CollectionSystem/OutCollectionList',
    deductions: '/AdminContent/CollectionSystem/DeductionAmountManagement',
    badDebt: '/AdminContent/CollectionSystem/BadDebtManagement',
    robots: '/AdminContent/CollectionSystem/RoboticTask',
  },
  BILL: {
    mine: '/AdminContent/CollectionSystemNew/MyCollectionNew',
    allocation: '/AdminContent/CollectionSystemNew/CaseAllocationNew',
    settlements: '/AdminContent/CollectionSystemNew/CancelAfterVerificationManagementNew',
    rollbacks: '/AdminContent/CollectionSystemNew/RollbackFlowNew',
    repayments: '/AdminContent/CollectionSystemNew/RepaymentDetailsNew',
    out: '/AdminContent/CollectionSystemNew/OutCollectionListNew',
    deductions: '/AdminContent/CollectionSystemNew/DeductionAmountManagementNew',
    badDebt: '/AdminContent/CollectionSystemNew/BadDebtManagementNew',
    robots: '/AdminContent/CollectionSystemNew/RoboticTaskNew',
  },
} as const;
export type System = keyof typeof SYSTEMS;

/** Who works in collection in the demonstration, all of the first merchant. */
export const COLLECTOR = { userName: 'collector', userNo: 'U000005', realName: 'Achieng Ouma' } as const;
export const PRINCIPAL = { userName: 'mumbi.ndungu', userNo: 'U000020', realName: 'Mumbi Ndung’u' } as const;
const LENDERS = { maker: 'U000002', checker: 'U000013' } as const;

export interface OverdueLoan {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly phone: string;
  /** What it owes with all of its bills, in cents. */
  readonly owedCents: number;
  /** By due date; of collection by order there is one. */
  readonly cases: readonly { readonly caseNo: string; readonly billNo: string | null }[];
}

/** Takes away what hangs on the hour at which tests run: contact at any hour, and a collector who has no shift today. */
export async function workAtAnyHour(db: Database): Promise<void> {
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', current_date - 1, '{"from": "00:00", "to": "24:00"}') on conflict do nothing`.execute(db);
  await sql`delete from work_shift where user_no = ${COLLECTOR.userNo}
    and work_date = ${businessDateOf(new Date())}`.execute(db);
}

/** A loan of a new customer whose first bill is so many days past due, and its cases, in the pool. */
export async function overdueLoan(
  db: Database,
  system: System,
  { dpd, instalments = system === 'ORDER' ? 1 : 3 }: { readonly dpd: number; readonly instalments?: number },
): Promise<OverdueLoan> {
  const today = businessDateOf(new Date());
  const productNo = await makeProduct(db, { collectionScope: system, installments: instalments });
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 600_000, ...LENDERS });
  // Ends in 0: the sandbox answers calls to it.
  const phone = `2547${randomInt(1_000_000, 9_999_999)}0`;
  await sql`update customer set phone = ${phone} where customer_no = ${customerNo}`.execute(db);
  await sql`update bill set due_date = ${addDays(today, -dpd)}::date + (term_no - 1) * 10,
    interest_from = ${addDays(today, -dpd - 10)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('loanOrder').select('orderNo').where('orderNo', '=', orderNo).forUpdate().execute();
    await syncCases(tx, [orderNo], { today, at: new Date(), isEndOfDay: true });
  });
  const { rows: cases } = await sql<{ caseNo: string; billNo: string | null }>`
    select c.case_no, case when c.case_scope = 'BILL' then min(b.bill_no) end as bill_no
    from collection_case c join case_bill b on b.case_no = c.case_no
    where c.order_no = ${orderNo} group by c.case_no, c.case_scope, c.oldest_due_on
    order by c.oldest_due_on, c.case_no`.execute(db);
  const owed = await sql<{ cents: number }>`
    select sum(c.outstanding_cents)::bigint as cents
    from bill_balance c join bill b on b.bill_no = c.bill_no where b.order_no = ${orderNo}`.execute(db);
  return { orderNo, customerNo, phone, owedCents: Number(owed.rows[0]?.cents), cases };
}

/** The first case of an overdue loan, in the collector's hands. */
export async function assignedCase(
  db: Database,
  system: System,
  facts: Parameters<typeof overdueLoan>[2] & { readonly collectorNo?: string },
): Promise<OverdueLoan & { readonly caseNo: string }> {
  const loan = await overdueLoan(db, system, facts);
  const [first] = loan.cases;
  if (first === undefined) throw new Error('an overdue loan has a case');
  await db.transaction().execute(async (tx) => {
    const reach = { caseScope: system, caller: { scope: 'all', userNo: 'U0' } } as const;
    const handing = { by: PRINCIPAL.userNo, at: new Date() };
    for (const { caseNo } of loan.cases)
      await distributeCase(tx, caseNo, facts.collectorNo ?? COLLECTOR.userNo, reach, handing);
  });
  return { ...loan, caseNo: first.caseNo };
}

/** Opens a case of one's own beside the list. */
export async function openCase(page: Page, caseNo: string): Promise<Locator> {
  await page.getByRole('row').filter({ hasText: caseNo }).getByText(caseNo, { exact: true }).click();
  const beside = page.getByRole('complementary', { name: caseNo });
  await beside.waitFor();
  return beside;
}

/** Pictures at both widths, where a folder for them is named. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.KITUO_LOOK;
  if (folder === undefined) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, animations: 'disabled' });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The row of a list that names it. */
export const rowOf = (page: Page, named: string): Locator => page.getByRole('row').filter({ hasText: named });

/** Test machines have no microphone: what the page hears is silence. */
export async function silentMicrophone(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
  });
}
