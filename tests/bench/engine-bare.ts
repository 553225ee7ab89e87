import { createHash } from 'node:crypto';
import pg from 'pg';
import type { PayableLoan } from './payable-loan.ts';

/*
 * The bare SQL transaction that applying a payment amounts to: the same rows are locked, read and written, by
 * prepared statements on a connection of one's own, with nothing decided, checked or parsed in between.
 */

const STATEMENTS = {
  order: 'select * from loan_order where order_no = $1 for update',
  bills: `select b.* from bill b where order_no = $1 and bill_status = 'ACTIVE' order by bill_no for update`,
  balances: 'select * from bill_balance where bill_no = any($1) order by bill_no for update',
  flow: 'select * from payment_flow where flow_no = $1 for update',
  journal: `with head as (
      insert into journal_key (idempotency_key, journal_id, business_date, payload_hash)
      values ($1, nextval('journal_number'), $2, $3) returning journal_id),
    written as (
      insert into journal (journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
        idempotency_key) select journal_id, $2, 'APPLICATION', $4, 'APPLICATION', $5, $1 from head),
    lines as (
      insert into posting (journal_id, line_no, business_date, merchant_no, account_code, amount_cents,
        bill_no, flow_no, component)
      select journal_id, l.no, $2, $4, l.account, l.cents, l.bill, $5, l.component
      from head cross join (values (1, 'SUSPENSE', $6::bigint, null, null),
        (2, 'RECEIVABLE_PRINCIPAL', -$6::bigint, $7, 'PRINCIPAL')) as l (no, account, cents, bill, component))
    select journal_id from head`,
  receive: `insert into payment_flow (merchant_no, payment_channel, payment_code, account_code, amount_cents,
    repay_time, account_reference) values ($1, 'MPESA', $2, 'BANK.MPESA_PAYBILL', $3, now(), $4) returning flow_no`,
  receipt: `with head as (
      insert into journal_key (idempotency_key, journal_id, business_date, payload_hash)
      values ($1, nextval('journal_number'), $2, $3) returning journal_id),
    written as (
      insert into journal (journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
        idempotency_key) select journal_id, $2, 'RECEIPT', $4, 'FLOW', $5, $1 from head)
    insert into posting (journal_id, line_no, business_date, merchant_no, account_code, amount_cents, flow_no)
      select journal_id, l.no, $2, $4, l.account, l.cents, $5
      from head cross join (values (1, 'BANK.MPESA_PAYBILL', $6::bigint), (2, 'SUSPENSE', -$6::bigint)) as l (no, account, cents)`,
  promises: `select * from promise_to_pay where order_no = $1 and promise_status = 'OPEN' for update`,
  cases: 'select * from collection_case where order_no = $1 for update',
  balance: `update bill_balance set principal_cents = principal_cents - $2, version = version + 1
    where bill_no = $1`,
  spend: `update payment_flow set applied_cents = applied_cents + $2, flow_status = 'APPLIED',
    order_no = $3, version = version + 1 where flow_no = $1`,
  application: `insert into payment_application (merchant_no, order_no, repay_type, flow_no, applied_cents,
    journal_ids, bills_before, paid_on) values ($1, $2, 'GENERIC', $3, $4, $5, $6, $7)`,
} as const;

type Name = keyof typeof STATEMENTS;

export class BarePayer {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<BarePayer> {
    const client = new pg.Client(url);
    await client.connect();
    return new BarePayer(client);
  }

  async pay(loan: PayableLoan): Promise<void> {
    await this.#client.query('begin');
    await this.#apply(loan);
    await this.#client.query('commit');
  }

  /** What a payment that the channel told of comes to: it is received and applied in one commit. */
  async receiveAndPay(code: string, loan: Omit<PayableLoan, 'flowNo'>): Promise<void> {
    const { merchantNo, orderNo, cents, today } = loan;
    await this.#client.query('begin');
    const [flow] = await this.#run('receive', [merchantNo, code, cents, orderNo]);
    const flowNo = String(flow?.flow_no);
    const hash = createHash('sha256').update(code).digest();
    await this.#run('receipt', [`receipt/${flowNo}`, today, hash, merchantNo, flowNo, cents]);
    await this.#apply({ ...loan, flowNo });
    await this.#client.query('commit');
  }

  async #apply({ orderNo, merchantNo, flowNo, cents, today }: PayableLoan): Promise<void> {
    await this.#run('order', [orderNo]);
    const bills = await this.#run('bills', [orderNo]);
    const billNos = bills.map((bill) => String(bill.bill_no));
    await this.#run('balances', [billNos]);
    await this.#run('flow', [flowNo]);
    const key = `bare/${flowNo}`;
    const hash = createHash('sha256').update(key).digest();
    const written = await this.#run('journal', [key, today, hash, merchantNo, flowNo, cents, billNos[0]]);
    await this.#run('balance', [billNos[0], cents]);
    await this.#run('spend', [flowNo, cents, orderNo]);
    const journals = written.map((row) => row.journal_id);
    const before = JSON.stringify(bills.map(({ bill_no, bill_status }) => ({ bill_no, bill_status })));
    await this.#run('application', [merchantNo, orderNo, flowNo, cents, journals, before, today]);
    await this.#run('promises', [orderNo]);
    await this.#run('cases', [orderNo]);
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  async #run(name: Name, values: unknown[]): Promise<Record<string, unknown>[]> {
    const text = STATEMENTS[name];
    return (await this.#client.query<Record<string, unknown>>({ name, text, values })).rows;
  }
}
