import type { Logger } from 'pino';
import type { Tx } from '../../db/database.ts';
import type { CollectionSchema } from '../../db/collection-schema.ts';
import {
  type CallbackTopics,
  CallbackUnreadable,
  callReport,
  deliveryReport,
  staffCallReport,
} from '../gateways/index.ts';
import { keepDelivery } from '../messages/index.ts';

type Gateway = CollectionSchema['contactReference']['gateway']['__select__'];

interface Result {
  readonly outcome: string;
  readonly talkSeconds?: number;
  readonly willingness?: string;
  readonly recordingUrl?: string;
  readonly at?: Date;
}

/** Joins what a gateway reports to the attempt it is about; every report is a row of its own. */
export async function keepResult(
  tx: Tx,
  gateway: Gateway,
  reference: string,
  result: Result,
): Promise<number | null> {
  const known = await tx
    .selectFrom('contactReference')
    .select('attemptId')
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!known) return null;
  await tx
    .insertInto('contactResult')
    .values({
      attemptId: known.attemptId,
      reference,
      outcome: result.outcome,
      talkSeconds: result.talkSeconds ?? null,
      willingness: result.willingness ?? null,
      recordingUrl: result.recordingUrl ?? null,
      ...(result.at && { at: result.at }),
    })
    .execute();
  return known.attemptId;
}

/** How an SMS ended in our words. */
const DELIVERY = {
  Sent: 'SENT',
  Submitted: 'SENT',
  Buffered: 'SENT',
  Success: 'DELIVERED',
  Rejected: 'FAILED',
  Failed: 'FAILED',
  AbsentSubscriber: 'FAILED',
  Expired: 'FAILED',
} as const;

/**
 * Delivery reports of SMS, results of robot calls and of calls by staff, each joined to its attempt. A report
 * may overtake the answer that names its message: it is tried again then.
 */
export function reportTopics({ log }: { readonly log: Logger }): CallbackTopics {
  const kept = (attemptId: number | null, about: object): 'processed' | 'ignored' => {
    if (attemptId === null) log.info(about, 'a report is about nothing of ours');
    return attemptId === null ? 'ignored' : 'processed';
  };
  return {
    'sms/delivery': {
      handle: async (tx, fields, { callback }) => {
        const report = deliveryReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no delivery report');
        const { id, status } = report.data;
        const outcome = DELIVERY[status];
        const attemptId = await keepResult(tx, 'SMS', id, { outcome });
        // Not a contact: a notice or a code of the outbox.
        if (attemptId === null && (await keepDelivery(tx, id, outcome))) return 'processed';
        if (attemptId === null) refuseEarly(callback.receivedAt, 'SMS', id);
        return kept(attemptId, { messageId: id, status });
      },
    },
    'robot/call': {
      acknowledgement: { ok: true },
      handle: async (tx, fields) => {
        const report = callReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no report of a call');
        const { taskNo, callNo, outcome, seconds, willingness, recordingUrl, endedAt } =
          report.data;
        const attemptId = await keepResult(tx, 'ROBOT', callNo, {
          outcome,
          talkSeconds: seconds,
          at: new Date(endedAt),
          ...(willingness !== undefined && { willingness }),
          ...(recordingUrl !== undefined && { recordingUrl }),
        });
        return kept(attemptId, { taskNo, callNo, outcome });
      },
    },
    'voice/call': {
      acknowledgement: { ok: true },
      handle: async (tx, fields, { callback }) => {
        const report = staffCallReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no report of a call');
        const { callId, callNo, outcome, seconds, recordingUrl, endedAt } = report.data;
        const attemptId = await keepResult(tx, 'VOICE', callId, {
          outcome,
          talkSeconds: seconds,
          at: new Date(endedAt),
          ...(recordingUrl !== undefined && { recordingUrl }),
        });
        if (attemptId === null) refuseEarly(callback.receivedAt, 'VOICE', callId);
        return kept(attemptId, { callNo, callId, outcome });
      },
    },
  };
}

/** A report this young may belong to a message whose number we have not been told yet. */
const MAY_BE_EARLY_MS = 600_000;

function refuseEarly(receivedAt: Date, gateway: Gateway, reference: string): void {
  if (Date.now() - receivedAt.getTime() < MAY_BE_EARLY_MS) {
    throw new Error(`the ${gateway} report of ${reference} came before its answer`);
  }
}
