import type { Database, Tx } from '../../../../db/database.ts';
import { type InDuplum, overdueDay, quoteRollover, type RolloverTerms } from '../../../lending/bills/index.ts';
import {
  type Amounts,
  amounts,
  type BillBalance,
  billPostings,
  type Cents,
  DEFAULT_ALLOCATION_ORDER,
  flowPostings,
  lockBills,
  mirrored,
  openBillBalances,
  partsOf,
  payoutPostings,
  type PostingLine,
  postJournal,
  reverseAll,
} from '../../../platform/ledger/index.ts';
import { addDays } from '../../../platform/policy/index.ts';
import { decideExtension, decideGeneric, decideSettle, type OpenBill } from '../index.ts';

const BANK = 'BANK.MPESA_PAYBILL';
const CUSTOMER = 'C1';
const LATE = { lateFeeBps: 100, graceDays: 0, nonPerformingDpd: 1 };

interface BookedBill {
  readonly billNo: string;
  readonly dueDate: string;
  inDuplum: InDuplum | null;
}

/**
 * A customer's loan on the real ledger, for the worked examples: each method is one event of the posting
 * matrix, decided by the engine's own arithmetic. Test support; the services of the engine do the same
 * with their checks, states and audit around it.
 */
export class LoanBook {
  readonly #db: Database;
  readonly #bills: BookedBill[] = [];
  readonly #name: string;
  #count = 0;

  /** @param name keeps the idempotency keys of several books in one database apart. */
  constructor(db: Database, name = 'book') {
    this.#db = db;
    this.#name = name;
  }

  /** A bill that owes this much: principal lent, the rest accrued. */
  async bill(billNo: string, dueDate: string, owed: Amounts): Promise<void> {
    this.#bills.push({ billNo, dueDate, inDuplum: null });
    await this.#inTx(async (tx) => {
      await openBillBalances(tx, [billNo]);
      const principals = [{ billNo, amountCents: owed.PRINCIPAL }];
      const upfront = amounts({});
      const lent = { customerNo: CUSTOMER, principals, upfront };
      await this.#post(tx, 'DISBURSEMENT', billPostings.disbursementSent(lent));
      const charged = { ...owed, PRINCIPAL: 0 };
      if (partsOf(charged).length > 0) {
        await this.#post(tx, 'ACCRUAL', billPostings.accrual({ billNo, accrued: charged }));
      }
    });
  }

  /** Ends of day from one date through the other. */
  async endOfDays(billNo: string, from: string, through: string): Promise<void> {
    for (let date = from; date <= through; date = addDays(date, 1)) {
      await this.#inTx(async (tx) => {
        const bill = this.#bill(billNo);
        const balance = await this.#lock(tx, billNo);
        const { outstanding } = balance;
        const day = overdueDay({ ...bill, outstanding }, date, LATE);
        bill.inDuplum = day.after.inDuplum;
        const { excess } = day;
        if (partsOf(excess).length > 0) {
          const correction = mirrored(billPostings.accrual({ billNo, accrued: excess }));
          await this.#post(tx, 'IN_DUPLUM', correction);
        }
        const { accrued } = day.charge;
        if (accrued.LATE_FEE > 0) {
          await this.#post(tx, 'LATE_FEE', billPostings.accrual({ billNo, accrued }));
        }
      });
    }
  }

  /** Money comes in and waits in the flow's suspense. */
  async receive(flowNo: string, amountCents: Cents): Promise<void> {
    await this.#inTx(async (tx) => {
      await this.#post(tx, 'RECEIPT', flowPostings.receipt({ flowNo, bank: BANK, amountCents }));
    });
  }

  /** GENERIC over all bills. Answers the journals to roll back. */
  async payGeneric(flowNo: string, amountCents: Cents): Promise<number[]> {
    await this.receive(flowNo, amountCents);
    return this.#inTx(async (tx) => {
      const open = await this.#open(tx);
      return this.#apply(tx, flowNo, decideGeneric(amountCents, open));
    });
  }

  /** SETTLE, with an approved deduction where it is not nothing. Answers the journals to roll back. */
  async settle(
    billNo: string,
    flowNo: string,
    amountCents: Cents,
    deduction: Amounts = amounts({}),
  ): Promise<number[]> {
    await this.receive(flowNo, amountCents);
    return this.#inTx(async (tx) => {
      const bill = await this.#openBill(tx, billNo);
      const coupon = amounts({});
      const hasEarlierOpenBill = false;
      const decision = decideSettle({ amountCents, bill, hasEarlierOpenBill, coupon, deduction });
      if ('refusal' in decision) throw new Error(decision.refusal);
      const journals: number[] = [];
      if (decision.usesDeduction) {
        const parts = partsOf(deduction).map((part) => ({ billNo, ...part }));
        journals.push(await this.#post(tx, 'DEDUCTION', billPostings.deduction({ parts })));
      }
      return [...journals, ...(await this.#apply(tx, flowNo, decision))];
    });
  }

  /** The journals undone, last first. */
  async rollBack(journals: readonly number[]): Promise<void> {
    await this.#inTx(async (tx) => {
      const cause = { type: 'ROLLBACK', no: journals.join() };
      const idempotencyKey = this.#key('rollback');
      await reverseAll(tx, journals, { businessDate: '2026-06-01', cause, idempotencyKey });
    });
  }

  /** EXTENSION: fee and non-principal paid, principal moved to the successor. Answers what was paid. */
  async rollOver(
    billNo: string,
    successorBillNo: string,
    terms: RolloverTerms,
    paidOn: string,
  ): Promise<{ readonly paidCents: Cents; readonly cutCents: Cents; readonly dueDate: string }> {
    return this.#inTx(async (tx) => {
      const old = this.#bill(billNo);
      const bill = await this.#openBill(tx, billNo);
      const quote = quoteRollover({ ...bill, inDuplum: old.inDuplum }, terms, paidOn);
      const { extensionFeeCents, dueCents, cutCents, successor } = quote;
      const decision = decideExtension({
        amountCents: dueCents,
        bill,
        hasEarlierOpenBill: false,
        extensionFeeCents,
        rolloverCount: 0,
        maxRollovers: 3,
        isTooEarly: false,
      });
      if ('refusal' in decision) throw new Error(decision.refusal);
      if (extensionFeeCents > 0) {
        const accrued = amounts({ EXTENSION_SERVICE_FEE: extensionFeeCents });
        await this.#post(tx, 'EXTENSION_FEE', billPostings.accrual({ billNo, accrued }));
      }
      if (dueCents > 0) {
        const flowNo = `F-${successorBillNo}`;
        const received = { flowNo, bank: BANK, amountCents: dueCents } as const;
        await this.#post(tx, 'RECEIPT', flowPostings.receipt(received));
        await this.#apply(tx, flowNo, decision);
      }
      await openBillBalances(tx, [successorBillNo]);
      const principalCents = bill.outstanding.PRINCIPAL;
      const moved = { billNo, successorBillNo, principalCents };
      await this.#post(tx, 'ROLLOVER', billPostings.rollover(moved));
      const { dueDate, inDuplum } = successor;
      this.#bills.push({ billNo: successorBillNo, dueDate, inDuplum });
      return { paidCents: dueCents, cutCents, dueDate };
    });
  }

  async refund(flowNo: string, amountCents: Cents): Promise<void> {
    await this.#inTx(async (tx) => {
      const sent = payoutPostings.refundSent({ customerNo: CUSTOMER, flowNo, amountCents });
      await this.#post(tx, 'REFUND_SENT', sent);
      const paid = payoutPostings.refundSucceeded({ bank: BANK, amountCents });
      await this.#post(tx, 'REFUND_SUCCEEDED', paid);
    });
  }

  async chargeOff(billNo: string): Promise<void> {
    await this.#inTx(async (tx) => {
      const { outstanding } = await this.#lock(tx, billNo);
      await this.#post(tx, 'CHARGE_OFF', billPostings.chargeOff({ billNo, outstanding }));
    });
  }

  async recover(billNo: string, flowNo: string, amountCents: Cents): Promise<void> {
    await this.receive(flowNo, amountCents);
    await this.#inTx(async (tx) => {
      const { claimCents } = await this.#lock(tx, billNo);
      const event = { flowNo, customerNo: CUSTOMER, billNo, amountCents, claimCents };
      await this.#post(tx, 'RECOVERY', flowPostings.recovery(event));
    });
  }

  /** What the bill owes now. */
  balance(billNo: string): Promise<BillBalance> {
    return this.#inTx((tx) => this.#lock(tx, billNo));
  }

  /** What counts towards the in-duplum bound: nothing before the base is frozen. */
  charged(billNo: string): { readonly baseCents: Cents; readonly chargedCents: Cents } {
    return this.#bill(billNo).inDuplum ?? { baseCents: 0, chargedCents: 0 };
  }

  /** An account's balance over this book's flows or whole, + debit. */
  async account(accountCode: string, flowNo?: string): Promise<Cents> {
    const rows = await this.#db
      .selectFrom('posting')
      .select('amountCents')
      .where('accountCode', '=', accountCode)
      .$if(flowNo !== undefined, (query) => query.where('flowNo', '=', flowNo ?? ''))
      .execute();
    return rows.reduce((sum, row) => sum + row.amountCents, 0);
  }

  async #apply(
    tx: Tx,
    flowNo: string,
    decision: { readonly parts: OpenParts; readonly surplusCents: Cents },
  ): Promise<number[]> {
    const about = { flowNo, customerNo: CUSTOMER };
    const journals: number[] = [];
    if (decision.parts.length > 0) {
      const lines = flowPostings.application({ ...about, parts: decision.parts });
      journals.push(await this.#post(tx, 'APPLICATION', lines));
    }
    if (decision.surplusCents > 0) {
      const lines = flowPostings.overpayment({ ...about, amountCents: decision.surplusCents });
      journals.push(await this.#post(tx, 'OVERPAYMENT', lines));
    }
    return journals;
  }

  async #open(tx: Tx): Promise<OpenBill[]> {
    const open: OpenBill[] = [];
    for (const bill of this.#bills) open.push(await this.#openBill(tx, bill.billNo));
    return open;
  }

  async #openBill(tx: Tx, billNo: string): Promise<OpenBill> {
    const { outstanding } = await this.#lock(tx, billNo);
    const { dueDate } = this.#bill(billNo);
    return { billNo, dueDate, order: DEFAULT_ALLOCATION_ORDER, outstanding };
  }

  async #lock(tx: Tx, billNo: string): Promise<BillBalance> {
    const [balance] = await lockBills(tx, [billNo]);
    if (!balance) throw new Error(`no bill ${billNo}`);
    return balance;
  }

  #bill(billNo: string): BookedBill {
    const bill = this.#bills.find((candidate) => candidate.billNo === billNo);
    if (!bill) throw new Error(`no bill ${billNo}`);
    return bill;
  }

  async #post(tx: Tx, kind: string, lines: readonly PostingLine[]): Promise<number> {
    const { journalId } = await postJournal(tx, {
      kind,
      businessDate: '2026-05-01',
      merchantNo: 'M0001',
      cause: { type: 'EXAMPLE', no: kind },
      idempotencyKey: this.#key(kind),
      lines,
    });
    return journalId;
  }

  #key(stem: string): string {
    this.#count += 1;
    return `${this.#name}-${stem}-${this.#count}`;
  }

  #inTx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(work);
  }
}

type OpenParts = ReturnType<typeof decideGeneric>['parts'];
