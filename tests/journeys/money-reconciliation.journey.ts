import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { oursOf } from '../../server/src/modules/payments/reconciliation/index.ts';
import { journey } from './journey.ts';
import { outside } from './outside.ts';
import { pick } from './pick.ts';
import { approveAndRelease, requestReturn, rowOf, TRANSFERS, UNMATCHED } from './returned-payment.ts';

const { as, faults, withDatabase } = journey();
const { behave, pay, receiptOf } = outside();
afterEach(async () => await behave({ drop: 0 }));

const RECON = '/AdminContent/AfterLoanSystem/ReconciliationManagement';
const PAYBILL = 'BANK.MPESA_PAYBILL';
const FLOAT = 'BANK.MPESA_FLOAT';
const phone = () => `2547${randomInt(10_000_000, 100_000_000)}`;
const serial = () =>
  `SGR${randomInt(36 ** 6, 36 ** 7)
    .toString(36)
    .toUpperCase()}`;

/** A statement as the organisation portal of M-Pesa exports it. */
const HEAD = `Organization Short Code,600100
Time Period,From 00:00:00 to 23:59:59

Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.
`;
interface Line {
  readonly receipt: string;
  readonly at: Date;
  readonly inCents?: number;
  readonly outCents?: number;
  readonly details?: string;
}
const shillings = (cents = 0) => (cents === 0 ? '' : (cents / 100).toFixed(2));
function rowOfStatement({ receipt, at, inCents, outCents, details = 'Pay Bill' }: Line): string {
  const eat = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  const time = `${eat.slice(8, 10)}-${eat.slice(5, 7)}-${eat.slice(0, 4)} ${eat.slice(11, 19)}`;
  const withdrawn = outCents === undefined ? '' : `-${shillings(outCents)}`;
  return `${receipt},${time},${time},${details},Completed,${shillings(inCents)},${withdrawn},250000.00,TRUE,${details},2547***,,AB12`;
}

/** Days back: a day of its own, before the demonstration, on which no other journey pays. */
const someDayBack = () => randomInt(1_000, 2_000);
const daysBack = (back: number) => new Date(Date.now() - back * 86_400_000);

const statementOf = (lines: readonly Line[]): string => HEAD + lines.map(rowOfStatement).join('\n');

/** What we booked, as the statement of the channel would have it. */
function linesOf(ours: Awaited<ReturnType<typeof oursOf>>): Line[] {
  return ours
    .filter(({ isFinal }) => isFinal)
    .map(({ serial: receipt, happenedAt: at, kind, amountCents }) => ({
      receipt,
      at,
      details: kind === 'FEE' ? 'Pay Bill Charge' : 'Pay Bill',
      ...(kind === 'IN' ? { inCents: amountCents } : { outCents: amountCents }),
    }));
}

interface Imported {
  readonly account: string;
  readonly date: string;
  readonly statement: string;
  readonly told: RegExp;
}

async function importStatement(page: Page, { account, date, statement, told }: Imported): Promise<void> {
  await page.getByRole('button', { name: 'Import statement' }).first().click();
  const form = page.getByRole('dialog');
  await pick(form, 'Account', account);
  await form.getByLabel('Date', { exact: true }).fill(date);
  await form.locator('input[type=file]').setInputFiles({
    name: `statement-${date}-${Date.now()}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(statement),
  });
  await form.getByRole('button', { name: 'Import and match' }).click();
  await page.getByText(told).waitFor();
}

const dayOf = (page: Page, account: RegExp, status: string) =>
  page.getByRole('row').filter({ hasText: account }).filter({ hasText: status }).first();

/** Approves the request that gives this reason. */
async function approve(page: Page, reason: string): Promise<void> {
  await rowOf(page, reason)
    .getByRole('button', { name: /^Review: / })
    .click();
  const decision = page.getByRole('alertdialog');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.waitFor({ state: 'detached' });
}

/** A payment goes back to its payer: M-Pesa pays it, and never tells us. */
async function payoutInDoubt(inbox: Page) {
  const { receipt: returned } = await pay({ phone: phone(), amount: '750', reference: 'SCHOOL FEES' });
  await rowOf(inbox, returned).waitFor();
  const transferNo = await requestReturn(inbox, returned, '750');
  const { page: desk } = await as({ userName: 'kipruto.sang', path: `${TRANSFERS}?transferNo=${transferNo}` });
  await behave({ drop: 1 });
  await approveAndRelease(desk, transferNo);
  const attemptNo = await withDatabase(async (db) => {
    const attempts = db.selectFrom('payoutAttempt').select('attemptNo').where('subjectNo', '=', transferNo);
    return (await attempts.executeTakeFirstOrThrow()).attemptNo;
  });
  return { desk, transferNo, attemptNo, paidAs: await receiptOf(attemptNo) };
}

/** A payout ends by M-Pesa's own word alone. Kituo may have asked for it already, in vain: that was some minutes ago. */
async function askAbout(page: Page, { attemptNo, paidAs }: { readonly attemptNo: string; readonly paidAs: string }) {
  await behave({ drop: 0 });
  await withDatabase(
    async (db) =>
      await sql`update payout_query set asked_at = asked_at - interval '10 minutes' where attempt_no = ${attemptNo}`.execute(
        db,
      ),
  );
  await page.getByRole('button', { name: `Query status: ${paidAs}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Query status' }).click();
}

it('a day goes to a difference of 0 over six kinds of difference, each resolved by one and approved by another or by M-Pesa itself', async () => {
  const back = someDayBack();
  const date = addDays(businessDateOf(new Date()), -back);
  // Three payments: one that M-Pesa never had, one it had with another amount, one it lists twice.
  const { page: inbox } = await as({ userName: 'repayer', path: UNMATCHED });
  const receipts: string[] = [];
  for (const amount of ['300', '800', '450']) {
    receipts.push((await pay({ phone: phone(), amount, reference: 'SCHOOL FEES' })).receipt);
  }
  const [notThere = '', differs = '', repeated = ''] = receipts;
  await rowOf(inbox, repeated).waitFor();
  // And a payout whose end nobody told us.
  const doubt = await payoutInDoubt(inbox);
  const missing = serial();
  const statement = await withDatabase(async (db) => {
    await sql`update payment_flow set repay_time = repay_time - make_interval(days => ${back})
      where payment_code = any(${receipts}::text[])`.execute(db);
    await sql`update payout_attempt set account_code = ${PAYBILL}, sent_at = sent_at - make_interval(days => ${back})
      where attempt_no = ${doubt.attemptNo}`.execute(db);
    const at = daysBack(back);
    const ours = await oursOf(db, { runId: '', accountCode: PAYBILL, businessDate: date });
    const lines = linesOf(ours.filter(({ serial: no }) => no !== notThere));
    const first = lines.find(({ receipt }) => receipt === repeated);
    const told = lines.map((line) => (line.receipt === differs ? { ...line, inCents: 90_000 } : line));
    return statementOf([
      ...told,
      { receipt: missing, at, inCents: 120_000 },
      { receipt: repeated, at: new Date((first?.at ?? at).getTime() - 60_000), inCents: 45_000 },
      { receipt: differs, at, outCents: 1_500, details: 'Pay Bill Charge' },
      { receipt: doubt.paidAs, at, outCents: 75_000, details: 'Business Payment to Customer' },
    ]);
  });

  const { page } = await as({ userName: 'finance', path: RECON });
  await importStatement(page, { account: 'M-Pesa paybill', date, statement, told: /matched, 6 differences/ });
  await dayOf(page, /paybill/i, 'Differences')
    .getByText(/paybill/i)
    .first()
    .click();
  await page.getByRole('link', { name: 'All differences' }).click();
  const kinds: readonly (readonly [string, string])[] = [
    ['Missing here', missing],
    ['Missing in statement', notThere],
    ['Amount differs', differs],
    ['Repeated in statement', `${repeated}-2`],
    ['Channel fee', differs],
  ];
  for (const [kind, no] of kinds) await rowOf(page, no).filter({ hasText: kind }).first().waitFor();
  await rowOf(page, doubt.paidAs).filter({ hasText: 'Payout not confirmed' }).first().waitFor();

  const { page: checker } = await as({ userName: 'kipruto.sang', path: `${RECON}?tab=approvals&isDecidable=true` });
  for (const [kind, no] of kinds) {
    const row = rowOf(page, no).filter({ hasText: kind });
    await row.getByRole('button', { name: `Resolve: ${no}` }).click();
    const ask = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const reason = `As the statement has it: ${kind}`;
    await ask.getByLabel('Reason').fill(reason);
    await ask.getByRole('button', { name: 'Submit for approval' }).click();
    await ask.waitFor({ state: 'detached' });
    await approve(checker, reason);
  }
  await askAbout(page, doubt);
  await rowOf(doubt.desk, doubt.transferNo).getByText('Paid', { exact: true }).first().waitFor();
  // What was approved, and what M-Pesa said, matched the day: nobody has to.
  await page.getByRole('tab', { name: 'Days' }).click();
  await dayOf(page, /paybill/i, 'Balanced')
    .getByRole('button', { name: /^Close day: / })
    .click();
  const close = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await close.getByLabel('Reason').fill(`${date} matched to the shilling`);
  await close.getByRole('button', { name: 'Submit for approval' }).click();
  await close.waitFor({ state: 'detached' });
  await approve(checker, `${date} matched to the shilling`);
  await page.reload();
  await dayOf(page, /paybill/i, 'Closed').waitFor();

  await withDatabase(async (db) => {
    const { rows } = await sql`select recon_status, diff_count, statement_total_cents - our_total_cents as gap_cents
      from recon_day where account_code = ${PAYBILL} and business_date = ${date}`.execute(db);
    expect(rows).toEqual([{ reconStatus: 'CLOSED', diffCount: 0, gapCents: 0 }]);
    const flows = await db
      .selectFrom('paymentFlow')
      .select(['paymentCode', 'flowStatus', 'amountCents'])
      .where('paymentCode', 'in', [notThere, differs, missing])
      .execute();
    const found = Object.fromEntries(flows.map((flow) => [flow.paymentCode, [flow.flowStatus, flow.amountCents]]));
    expect(found).toEqual({
      [notThere]: ['REVERSED', 30_000],
      [differs]: ['UNMATCHED', 90_000],
      [missing]: ['UNMATCHED', 120_000],
    });
    const { rows: sums } = await sql<{ cents: number }>`select sum(amount_cents)::bigint as cents from posting`.execute(
      db,
    );
    expect(Number(sums[0]?.cents)).toBe(0);
  });
  expect(faults()).toEqual([]);
});

it('a payout that a statement has and nobody confirmed is asked about, and its day balances', async () => {
  const back = someDayBack();
  const date = addDays(businessDateOf(new Date()), -back);
  const { page: inbox } = await as({ userName: 'repayer', path: UNMATCHED });
  const doubt = await payoutInDoubt(inbox);
  const { desk, transferNo, attemptNo, paidAs } = doubt;
  const { page } = await as({ userName: 'finance', path: RECON });
  const ofFloat = await withDatabase(async (db) => {
    await sql`update payout_attempt set sent_at = sent_at - make_interval(days => ${back})
      where attempt_no = ${attemptNo}`.execute(db);
    const ours = await oursOf(db, { runId: '', accountCode: FLOAT, businessDate: date });
    const details = 'Business Payment to Customer';
    return statementOf([...linesOf(ours), { receipt: paidAs, at: daysBack(back), outCents: 75_000, details }]);
  });
  const told = /matched, 1 difference\b/;
  await importStatement(page, { account: 'M-Pesa payout float', date, statement: ofFloat, told });
  await page.getByRole('tab', { name: 'Differences' }).click();
  await rowOf(page, paidAs).getByText('Payout not confirmed').waitFor();
  await askAbout(page, doubt);
  await rowOf(desk, transferNo).getByText('Paid', { exact: true }).first().waitFor();
  // Its answer matched the day: nobody has to.
  await page.getByRole('tab', { name: 'Days' }).click();
  await dayOf(page, /float/i, 'Balanced').waitFor();
  expect(faults()).toEqual([]);
});

it('what left too much with a payout is claimed from its payee, and paid back', async () => {
  const back = someDayBack();
  const date = addDays(businessDateOf(new Date()), -back);
  const payee = phone();
  const { page: inbox } = await as({ userName: 'repayer', path: UNMATCHED });
  const { receipt: returned } = await pay({ phone: payee, amount: '620', reference: 'SCHOOL FEES' });
  await rowOf(inbox, returned).waitFor();
  const transferNo = await requestReturn(inbox, returned, '620');
  const { page: desk } = await as({ userName: 'kipruto.sang', path: `${TRANSFERS}?transferNo=${transferNo}` });
  await approveAndRelease(desk, transferNo);
  await rowOf(desk, transferNo).getByText('Paid', { exact: true }).first().waitFor();
  // The statement of its day says that KES 670 left.
  const { statement, paidAs } = await withDatabase(async (db) => {
    const { attemptNo, channelReference } = await db
      .selectFrom('payoutAttempt')
      .select(['attemptNo', 'channelReference'])
      .where('subjectNo', '=', transferNo)
      .executeTakeFirstOrThrow();
    await sql`update payout_attempt set sent_at = sent_at - make_interval(days => ${back}),
      finished_at = finished_at - make_interval(days => ${back}) where attempt_no = ${attemptNo}`.execute(db);
    const ours = await oursOf(db, { runId: '', accountCode: FLOAT, businessDate: date });
    const told = linesOf(ours).map((line) =>
      line.receipt === channelReference ? { ...line, outCents: 67_000 } : line,
    );
    return { statement: statementOf(told), paidAs: channelReference ?? '' };
  });
  const { page } = await as({ userName: 'finance', path: RECON });
  await importStatement(page, { account: 'M-Pesa payout float', date, statement, told: /matched, 1 difference\b/ });
  await page.getByRole('tab', { name: 'Differences' }).click();
  await rowOf(page, paidAs)
    .getByRole('button', { name: `Resolve: ${paidAs}` })
    .click();
  const ask = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await ask.getByLabel('Reason').fill(`${paidAs} left KES 50 too much`);
  await ask.getByRole('button', { name: 'Submit for approval' }).click();
  await ask.waitFor({ state: 'detached' });
  const { page: checker } = await as({ userName: 'kipruto.sang', path: `${RECON}?tab=approvals&isDecidable=true` });
  await approve(checker, `${paidAs} left KES 50 too much`);

  // The payee sends it back, and one person names the claim that it clears.
  const { receipt } = await pay({ phone: payee, amount: '50', reference: 'SENT TOO MUCH' });
  const { page: unmatched } = await as({ userName: 'repayer', path: UNMATCHED });
  await rowOf(unmatched, receipt).waitFor();
  await page.getByRole('tab', { name: 'Claims' }).click();
  await rowOf(page, paidAs)
    .getByRole('button', { name: /^Clear with payment: / })
    .click();
  const form = page.getByRole('dialog');
  await pick(form, 'Payment number', `${receipt} · KES 50.00`);
  await form.getByLabel('Reason').fill(`${receipt} pays it back`);
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });
  await approve(checker, `${receipt} pays it back`);
  await page.reload();
  await rowOf(page, paidAs).getByText('Paid back', { exact: true }).waitFor();
  await withDatabase(async (db) => {
    const claim = await db
      .selectFrom('payoutClaim')
      .select(['amountCents', 'clearedCents'])
      .where('serial', '=', paidAs)
      .executeTakeFirstOrThrow();
    expect(claim).toEqual({ amountCents: 5_000, clearedCents: 5_000 });
    // What payees owe by the books is what the claims have left.
    const { rows } = await sql<{ gap: number }>`select (coalesce((select sum(amount_cents) from posting
        where account_code = 'PAYEE_RECEIVABLE'), 0)
      - (select coalesce(sum(amount_cents - cleared_cents), 0) from payout_claim))::bigint as gap`.execute(db);
    expect(Number(rows[0]?.gap)).toBe(0);
  });
  expect(faults()).toEqual([]);
});
