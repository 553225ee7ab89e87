import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { c2bBody } from '../../sandbox/src/mpesa-bodies.ts';

/* Payments that come in from the channel, and what became of them in the books. */

/** For what hangs. */
const SETTLED_WITHIN_MS = 300_000;

export interface Payment {
  readonly serial: string;
  readonly body: string;
  isAcknowledged: boolean;
}

/** What customers type: the repayment codes of loans that run. */
export async function repaymentCodes(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ repayment_code: string }>(
    `select repayment_code from loan_order where order_status = 'DISBURSED' order by 1`,
  );
  return found.rows.map((row) => row.repayment_code);
}

let count = 0;
/** One of the paybill, for the next of the codes. */
export function newPayment(codes: readonly string[]): Payment {
  count += 1;
  const serial = `KIL${String(count).padStart(7, '0')}`;
  const reference = codes[count % codes.length] ?? '';
  const amount = String(10 + (count % 90));
  const body = c2bBody({
    receipt: serial,
    phone: '254712345678',
    amount,
    reference,
    shortCode: '600100',
    at: new Date(),
  });
  return { serial, body: JSON.stringify(body), isAcknowledged: false };
}

/** Sends it as the channel does, to the secret address of the gateway. @returns the status of the answer */
export async function send(gateway: string, payment: Payment): Promise<number> {
  const response = await fetch(`${gateway}/mpesa/c2b/confirmation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: payment.body,
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
  if (response.status === 403 || response.status === 404) throw new Error('the test is wrong');
  payment.isAcknowledged ||= response.ok;
  return response.status;
}

/**
 * Waits until every stored callback was worked off: by the process that came up after the kill. A report on an SMS whose
 * answer died with the process waits for it longer.
 */
export async function settle(client: pg.Client): Promise<void> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const open = await client.query(
      `select topic, attempts, fault from gateway_callback_state where callback_status = 'RECEIVED'
        and topic <> 'sms/delivery' limit 5`,
    );
    if (open.rowCount === 0) return;
    if (Date.now() > deadline) throw new Error(`callbacks are left over: ${JSON.stringify(open.rows)}`);
    await delay(50);
  }
}

export interface Kept {
  readonly serial: string;
  readonly flows: number;
  readonly receipts: number;
  readonly uses: number;
}

export async function keptOf(client: pg.Client, payments: readonly Payment[]): Promise<Kept[]> {
  const found = await client.query<Kept>(
    `select s as serial, count(distinct f.flow_no)::int as flows,
       (select count(*) from journal j where j.cause_no = min(f.flow_no) and j.journal_kind = 'RECEIPT')::int as receipts,
       (select count(*) from payment_application a where a.flow_no = min(f.flow_no))::int as uses
     from unnest($1::text[]) s left join payment_flow f on f.payment_code = s group by s`,
    [payments.map(({ serial }) => serial)],
  );
  return found.rows;
}

/** What may never be, in the books. */
export async function faultsOf(client: pg.Client): Promise<unknown> {
  const found = await client.query<Record<string, number>>(
    `select (select coalesce(sum(amount_cents), 0) from posting)::int as trial_balance,
      (select count(*) from bill_balance b full join bill_balance_fold f using (bill_no)
        where b.principal_cents is distinct from f.principal_cents
          or b.late_fee_cents is distinct from f.late_fee_cents
          or b.interest_cents is distinct from f.interest_cents)::int as drifted,
      (select count(*) from payment_flow f where applied_cents <> (select coalesce(sum(applied_cents), 0)
        from payment_application a where a.flow_no = f.flow_no and application_status = 'LIVE'))::int as misapplied`,
  );
  return found.rows[0];
}
