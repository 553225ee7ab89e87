import type { Queryable, Tx } from '../../../../db/database.ts';
import type { Told } from './told.ts';

declare module '../../../../engine.ts' {
  interface Engine {
    readonly topics: CallbackTopics;
  }
}

/** A callback as it lies in the database. */
export interface StoredCallback {
  readonly callbackId: number;
  readonly receivedAt: Date;
  readonly topic: string;
  readonly content: Buffer;
}

/** What a handler gets: the callback's fields, and what runs when its work is committed. */
export interface CallbackContext {
  readonly callback: StoredCallback;
  afterCommit(task: () => void | Promise<void>): void;
}

/**
 * Makes of a callback what it means, in the transaction that marks it as done. `ignored`: it is about
 * nothing of ours.
 * @throws CallbackUnreadable where it is not what its gateway sends, CallbackHeld where it is and differs from what
 *   was asked or booked; any other error is tried again.
 */
export type CallbackHandler = (tx: Tx, fields: unknown, context: CallbackContext) => Promise<'processed' | 'ignored'>;

/** What a callback is about, as far as that can be told before it is worked off. */
export interface CallbackSubject {
  /** The loan, or whatever else has to see its callbacks in the order in which they came. */
  readonly lane: string;
  readonly merchantNo: string;
  /** Our number of what it ends: a payout attempt, a prompt; null where nobody asked for it. */
  readonly subjectNo: string | null;
}

/** What a report names itself, for lists that look for it. */
export interface CallbackLabels {
  readonly toldReference?: string | undefined;
  readonly toldTask?: string | undefined;
  /** The batch by the gateway's own number. */
  readonly toldVendorTask?: string | undefined;
  readonly toldEvent?: string | undefined;
  /** When that happened, as an ISO moment. */
  readonly toldAt?: string | undefined;
  /** The network that a message went to. */
  readonly toldNetwork?: string | undefined;
}

/** What one address of ours means: who reads it, and what the gateway wants to hear. */
export interface CallbackTopic {
  readonly handle: CallbackHandler;
  /** The body that the gateway takes for "received"; none by default. */
  readonly acknowledgement?: unknown;
  /** In its place, an XML document that depends on what was told; asked for once that is kept. */
  readonly answer?: (db: Queryable, fields: unknown) => Promise<string>;
  readonly labels?: (told: Told) => CallbackLabels;
  /** Whether further copies are listed as reports of their own. */
  readonly keepsCopies?: boolean;
  /** Undefined where it is about nothing that we know. */
  readonly about?: (db: Queryable, told: Told) => Promise<CallbackSubject | undefined>;
}

/** `mpesa/b2c/result` → what is done with it; `mpesa/stk/*` takes any number of ours that is there. */
export type CallbackTopics = Readonly<Record<string, CallbackTopic>>;

/** The meaning of an address of ours. */
export function topicAt(topics: CallbackTopics, address: string): CallbackTopic | undefined {
  const numbered = /^(.*)\/[A-Z]{2}\d{9,}$/.exec(address)?.[1];
  return topics[address] ?? (numbered === undefined ? undefined : topics[`${numbered}/*`]);
}

/** It is not what its gateway sends, and will not be next time. Kept and listed, marked REFUSED. */
export class CallbackUnreadable extends Error {
  override readonly name = 'CallbackUnreadable';
}

/** It says something else than what was asked or booked: a person has to look. Kept and listed, marked HELD. */
export class CallbackHeld extends Error {
  override readonly name = 'CallbackHeld';
}
