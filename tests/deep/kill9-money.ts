import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../server/src/db/database.ts';
import { approved, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { expectNoFault, lookAtLoan } from '../../server/src/modules/payments/payments/testing/invariants.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { commandOf, type MoneyCommand, type OutsideReport } from './kill9-outside.ts';

/* Loans to pay out, phones to ask and messages to send while the server dies; and what has to hold of them. */

const LOANS = 6;
const PROMPTS = 4;
const MESSAGES = 4;
/** For what hangs. */
const ENDED_WITHIN_MS = 300_000;

interface Facts {
  readonly productNo: string;
  readonly maker: string;
  readonly checker: string;
  readonly merchantNo: string;
}

/** Everything that was to leave so far. */
export class LeavingMoney {
  readonly #facts: Facts;
  readonly #orderNos: string[] = [];
  readonly #texts: string[] = [];
  readonly commands: MoneyCommand[] = [];

  private constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** A product to lend by; phones may be asked at any hour at which the tests run, and as often as they like. */
  static async open(db: Database): Promise<LeavingMoney> {
    const day = addDays(businessDateOf(new Date()), -1);
    await sql`insert into regulatory_policy (policy_key, effective_from, value) values
      ('contactHours', ${day}, '{"from": "00:00", "to": "24:00"}'),
      ('contactCaps', ${day}, '{"call": 999, "sms": 999, "robot": 999, "all": 999}')
      on conflict do nothing`.execute(db);
    const productNo = await makeProduct(db);
    const { rows } = await sql<{ maker: string; checker: string; merchantNo: string }>`
      select (select user_no from app_user where user_name = 'reviewer') as maker,
        (select user_no from app_user where user_name = 'operator') as checker,
        (select merchant_no from loan_product where product_no = ${productNo}) as merchant_no`.execute(db);
    const [people] = rows;
    if (!people) throw new Error('nobody to lend');
    return new LeavingMoney({ productNo, ...people });
  }

  /** New loans to pay out, failed ones to pay again, running ones to be paid for; messages lie in the outbox. */
  async next(db: Database): Promise<MoneyCommand[]> {
    const { productNo, maker, checker } = this.#facts;
    const facts = { productNo, maker, checker, approvedCents: 300_000 };
    const made = await Promise.all(Array.from({ length: LOANS }, () => approved(db, facts)));
    const orderNos = made.map(({ orderNo }) => orderNo);
    this.#orderNos.push(...orderNos);
    const { rows } = await sql<{ orderNo: string; orderStatus: string }>`
      select order_no, order_status from loan_order o where order_no = any(${this.#orderNos})
        and order_status in ('DISBURSED', 'DISBURSE_FAILED') and not exists (select from payment_prompt p
          where p.order_no = o.order_no and prompt_status in ('CREATED', 'SENT', 'UNKNOWN'))
      order by order_no desc`.execute(db);
    const isFailed = ({ orderStatus }: (typeof rows)[number]) => orderStatus === 'DISBURSE_FAILED';
    const again = rows.filter(isFailed).slice(0, LOANS / 2);
    const asked = rows.filter((row) => !isFailed(row)).slice(0, PROMPTS);
    const texts = Array.from({ length: MESSAGES }, (_, index) => `kill9 ${this.#texts.length + index}`);
    this.#texts.push(...texts);
    await sql`insert into message (kind, channel, destination, subject, body)
      select 'test', 'SMS', '254712345678', 'kill9', t from unnest(${texts}::text[]) t`.execute(db);
    const loans = orderNos.map((orderNo) => commandOf('payManage/disburse', orderNo));
    const prompts = asked.map(({ orderNo }) => commandOf('rePayManage/prompt/create', orderNo));
    const replays = again.map(({ orderNo }) => commandOf('payManage/replay', orderNo));
    // One of each after the other, so that every kill meets them all.
    const commands = loans.flatMap((loan, index) => [loan, prompts[index], replays[index]]);
    const list = commands.filter((command) => command !== undefined);
    this.commands.push(...list);
    return list;
  }

  /**
   * What was acknowledged is there, under its number. No command is left open; one alone may have been refused: that of a
   * loan which the sweep of passed orders sent before it was asked again.
   */
  async expectAcknowledged(db: Database): Promise<void> {
    const acknowledged = this.commands.flatMap(({ made }) => made ?? []);
    const { rows } = await sql<{
      lost: string;
    }>`select made as lost from unnest(${acknowledged}::text[]) made
      where not exists (select from payout_attempt where attempt_no = made)
        and not exists (select from payment_prompt where prompt_no = made)`.execute(db);
    expect(rows).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const open = this.commands.filter(({ made }) => made === undefined);
    expect(
      open.filter(({ path, refusal }) => path !== 'payManage/disburse' || refusal !== 'ILLEGAL_TRANSITION'),
    ).toEqual([]);
    const { rows: unsent } = await sql<{ orderNo: string }>`
      select o.order_no from unnest(${open.map(({ orderNo }) => orderNo)}::text[]) o (order_no)
      where not exists (select from payout_attempt where subject_no = o.order_no)`.execute(db);
    expect(unsent).toEqual([]);
  }

  /** Waits until the server knows of everything what became of it. Nobody helps it but the channel. */
  async ended(db: Database): Promise<void> {
    const deadline = Date.now() + ENDED_WITHIN_MS;
    for (;;) {
      const { rows } = await sql<{ open: string }>`
        select attempt_no as open from payout_attempt where subject_no = any(${this.#orderNos})
          and attempt_status not in ('SUCCESS', 'FAILED')
        union all select prompt_no from payment_prompt where prompt_status in ('CREATED', 'SENT', 'UNKNOWN')
        union all select message_no from message where kind = 'test' and message_status in ('QUEUED', 'SENDING')
        union all select topic from gateway_callback_state where callback_status = 'RECEIVED' and topic <> 'sms/delivery'`.execute(
        db,
      );
      if (rows.length === 0) return;
      if (Date.now() > deadline) throw new Error(`never ended: ${rows.map(({ open }) => open).join(', ')}`);
      await delay(100);
    }
  }

  /** The channel's book against ours. */
  async expectPaidOnce(db: Database, { transactions, repeated, texts }: OutsideReport): Promise<void> {
    expect(repeated, 'ordered twice').toEqual([]);
    const paid = new Map(
      transactions.flatMap(({ kind, isSuccess, originatorConversationId, receipt }) =>
        kind === 'B2C' && isSuccess ? [[originatorConversationId ?? '', receipt] as const] : [],
      ),
    );
    const { rows: attempts } = await sql<{ attemptNo: string; attemptStatus: string; channelReference: string | null }>`
      select attempt_no, attempt_status, channel_reference from payout_attempt
      where subject_no = any(${this.#orderNos}) or attempt_no = any(${[...paid.keys()]})`.execute(db);
    const told = attempts.map(({ attemptNo, attemptStatus, channelReference }) => [
      attemptNo,
      attemptStatus,
      channelReference,
    ]);
    const due = attempts.map(({ attemptNo }) => {
      const receipt = paid.get(attemptNo);
      return [attemptNo, receipt === undefined ? 'FAILED' : 'SUCCESS', receipt ?? null];
    });
    expect(told).toEqual(due);
    const known = new Set(attempts.map(({ attemptNo }) => attemptNo));
    expect(
      [...paid.keys()].filter((attemptNo) => !known.has(attemptNo)),
      'paid unknown',
    ).toEqual([]);
    const { rows: orders } = await sql<{ orderNo: string }>`
      select o.order_no from loan_order o where order_no = any(${this.#orderNos})
        and (select count(*) from payout_attempt where subject_no = o.order_no and attempt_status = 'SUCCESS')
          <> (case when order_status in ('DISBURSED', 'CLOSED') then 1 else 0 end)`.execute(db);
    expect(orders, 'paid twice, or without a loan').toEqual([]);
    const { rows: loans } = await sql<{ orderNo: string }>`select order_no from loan_order
      where order_no = any(${this.#orderNos}) and order_status in ('DISBURSED', 'CLOSED')`.execute(db);
    for (const { orderNo } of loans) expectNoFault(await lookAtLoan(db, orderNo));
    await this.#expectPromptsKept(db, transactions);
    const sent = texts.filter((text) => text.startsWith('kill9 '));
    expect(sent.length, 'messages sent twice').toBe(new Set(sent).size);
    const { rows: messages } = await sql<{ body: string; messageStatus: string }>`
      select body, message_status from message where kind = 'test'`.execute(db);
    expect(messages).toHaveLength(this.#texts.length);
    const lost = messages.filter(({ body, messageStatus }) => messageStatus === 'SENT' && !sent.includes(body));
    expect(lost, 'messages that never left').toEqual([]);
    // Both ends occurred, or the luck proved nothing.
    expect(paid.size).toBeGreaterThan(LOANS);
    expect(attempts.length).toBeGreaterThan(paid.size);
  }

  /** Each receipt is on the books at most once, and a prompt is paid where its customer paid. */
  async #expectPromptsKept(db: Database, transactions: OutsideReport['transactions']): Promise<void> {
    const paidIn = transactions.filter(({ kind }) => kind === 'C2B');
    const { rows } = await sql<{ receipt: string; flows: number; receipts: number }>`
      select r as receipt, count(distinct f.flow_no)::int as flows,
        count(j.journal_id) filter (where j.journal_kind = 'RECEIPT')::int as receipts
      from unnest(${paidIn.map(({ receipt }) => receipt)}::text[]) r join payment_flow f on f.payment_code = r
      left join journal j on j.cause_no = f.flow_no group by r`.execute(db);
    expect(rows.filter(({ flows, receipts }) => flows !== 1 || receipts !== 1)).toEqual([]);
    const { rows: codes } = await sql<{ reference: string; paid: number; expired: number }>`
      select account_reference as reference, count(*) filter (where prompt_status = 'PAID')::int as paid,
        count(*) filter (where prompt_status = 'EXPIRED')::int as expired
      from payment_prompt where order_no = any(${this.#orderNos}) group by 1`.execute(db);
    for (const { reference, paid, expired } of codes) {
      const count = paidIn.filter((each) => each.reference === reference).length;
      expect(count, reference).toBeGreaterThanOrEqual(paid);
      expect(count, reference).toBeLessThanOrEqual(paid + expired);
    }
    if (paidIn.length > 10) expect(rows.length, 'receipts booked').toBeGreaterThan(0);
  }
}

/**
 * An hour passes for what is on its way, while nothing runs: the watch takes at once what it would take after
 * minutes. The answers to earlier questions no longer prove anything.
 */
export async function letAnHourPass(db: Database): Promise<void> {
  await sql`update payout_attempt set created_at = created_at - interval '1 hour', sent_at = sent_at - interval '1 hour'
    where attempt_status in ('CREATED', 'SENT', 'UNKNOWN')`.execute(db);
  await sql`update payment_prompt set created_at = created_at - interval '1 hour', sent_at = sent_at - interval '1 hour',
    asked_at = asked_at - interval '1 hour' where prompt_status in ('CREATED', 'SENT', 'UNKNOWN')`.execute(db);
  await sql`update message set began_at = began_at - interval '1 hour', due_at = due_at - interval '1 hour'
    where message_status in ('QUEUED', 'SENDING')`.execute(db);
  await sql`delete from payout_query q using payout_attempt a
    where a.attempt_no = q.attempt_no and a.attempt_status = 'UNKNOWN'`.execute(db);
}
