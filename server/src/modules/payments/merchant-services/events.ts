import type { orderAcquire } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import type * as z from 'zod/mini';

type DeliveryStatus = z.output<typeof orderAcquire.deliveryStatus>;

/** What an attempt made of an event. */
export interface Attempted {
  readonly eventNo: string;
  readonly merchantNo: string;
  readonly subjectNo: string;
  readonly attempts: number;
  readonly status: DeliveryStatus;
  /** False where it had been delivered before: what a delivery costs was charged then. */
  readonly isFirstDelivery: boolean;
  readonly fault: string | null;
  /** What the merchant answered. */
  readonly text: string;
  readonly at: Date;
}

/** An event that merchants are notified of. */
export interface MerchantEventKind {
  readonly event: string;
  /** Answers by which the merchant declines it for good. */
  readonly rejectedBy: readonly number[];
  /** In the transaction that keeps the attempt. */
  settle(tx: Tx, attempted: Attempted): Promise<void>;
  /** It was given up, and somebody resends it. */
  queued?(tx: Tx, subjectNo: string): Promise<void>;
}

declare module '../../../services.ts' {
  interface Services {
    /** By event. */
    readonly merchantEvents: ReadonlyMap<string, MerchantEventKind>;
  }
}

declare module '../../../define-module.ts' {
  interface Module {
    /** What merchants are notified of. */
    readonly merchantEvents?: readonly MerchantEventKind[];
  }
}

/** Queues an event for its merchant in the transaction in which it happened; the same one is queued once. */
export async function queueEvent(
  tx: Tx,
  of: {
    readonly merchantNo: string;
    readonly event: string;
    readonly subjectNo: string;
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await tx
    .insertInto('merchantEvent')
    .values({ ...of, data: JSON.stringify(of.data), nextAttemptAt: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
