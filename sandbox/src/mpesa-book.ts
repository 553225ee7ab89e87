import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One movement of money, as M-Pesa would hold it. */
export interface Transaction {
  /** `SKA0000001`: what customers see. */
  readonly receipt: string;
  readonly kind: 'B2C' | 'C2B' | 'REVERSAL';
  /** The caller's key of a B2C order; null where a customer began. */
  readonly originatorConversationId: string | null;
  readonly conversationId: string | null;
  readonly amount: string;
  readonly phone: string;
  readonly reference: string;
  readonly isSuccess: boolean;
  readonly resultCode: number | string;
  readonly description: string;
  /** ISO. */
  readonly at: string;
}

/**
 * What M-Pesa remembers. Kept in a file of one line a transaction, so that an order of before a crash can
 * still be asked about.
 */
export class MpesaBook {
  readonly #file: string | undefined;
  readonly #transactions: Transaction[] = [];
  /** Callers' keys that came a second time, and were refused: whoever sent one sends again what is in doubt. */
  readonly repeated: string[] = [];
  readonly #byOriginator = new Map<string, Transaction>();
  readonly #byReceipt = new Map<string, Transaction>();

  constructor(file?: string) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const transaction = parsed(line);
      if (transaction) this.#remember(transaction);
    }
  }

  get transactions(): readonly Transaction[] {
    return this.#transactions;
  }

  ofOriginator(id: string): Transaction | undefined {
    return this.#byOriginator.get(id);
  }

  ofReceipt(receipt: string): Transaction | undefined {
    return this.#byReceipt.get(receipt);
  }

  add(transaction: Omit<Transaction, 'receipt'>): Transaction {
    const receipt = `S${(this.#transactions.length + 1).toString(36).toUpperCase().padStart(9, '0')}`;
    const whole = { ...transaction, receipt };
    this.#remember(whole);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(whole)}\n`);
    return whole;
  }

  #remember(transaction: Transaction): void {
    this.#transactions.push(transaction);
    this.#byReceipt.set(transaction.receipt, transaction);
    const { originatorConversationId: id } = transaction;
    if (id !== null) this.#byOriginator.set(id, transaction);
  }
}

/** The last line may be half written. */
function parsed(line: string): Transaction | undefined {
  try {
    const transaction: Transaction = JSON.parse(line);
    return transaction;
  } catch {
    return undefined;
  }
}
