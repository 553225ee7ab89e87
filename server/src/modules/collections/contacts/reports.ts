import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { CollectionSchema } from '../../../db/collection-schema.ts';
import {
  type CallbackSubject,
  type CallbackTopics,
  CallbackUnreadable,
  callReport,
  deliveryReport,
  dialDocument,
  endOfNotice,
  givesWay,
  staffCallReport,
  type ToldDelivery,
  vendorTime,
  voiceNotice,
} from '../../platform/gateways/index.ts';
import { keepDelivery } from '../../platform/messages/index.ts';
import { noteAccountDelivery } from '../../platform/message-accounts/index.ts';
import { noteRecording } from '../../platform/recordings/index.ts';
import { noteSmsDelivery } from '../../platform/sms-routes/index.ts';
import { keepHotlineCall } from '../../parties/hotlines/index.ts';
import { keepSpoken, type Segment } from '../quality/index.ts';
import { lockDispatch } from './dispatch.ts';
import { nameDoubtful } from './doubtful.ts';
import { stopOnHeard } from './heard.ts';

type Gateway = CollectionSchema['contactReference']['gateway']['__select__'];

interface Result {
  readonly outcome: string;
  /** The gateway’s code of a failure. */
  readonly providerCode?: string | undefined;
  readonly talkSeconds?: number;
  readonly ringSeconds?: number | undefined;
  readonly rounds?: number | undefined;
  readonly hungUpBy?: 'CUSTOMER' | 'ROBOT' | undefined;
  readonly willingness?: string;
  readonly recordingUrl?: string;
  readonly costCents?: number;
  readonly transcript?: readonly Segment[];
  readonly at?: Date;
  /** Of a message, by its gateway's clock. */
  readonly vendorAt?: Date | null;
}

/** Joins what a gateway reports to the attempt it is about; every report is a row of its own. */
export async function keepResult(tx: Tx, gateway: Gateway, reference: string, result: Result): Promise<number | null> {
  const known = await tx
    .selectFrom('contactReference')
    .select('attemptId')
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!known) return null;
  await lockDispatch(tx, known.attemptId);
  // Calls of AI tasks have no dispatch: their reports wait for each other here.
  await tx
    .selectFrom('contactReference')
    .select('attemptId')
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .forNoKeyUpdate()
    .execute();
  const end = gateway === 'SMS' ? await endOf(tx, known.attemptId, result) : null;
  if (end?.givesWay === false) return known.attemptId;
  // What a vendor was asked for may come as a report, too.
  if (gateway === 'ROBOT' && (await isTold(tx, known.attemptId, result))) return known.attemptId;
  await tx
    .insertInto('contactResult')
    .values({
      attemptId: known.attemptId,
      reference,
      outcome: result.outcome,
      talkSeconds: result.talkSeconds ?? null,
      ringSeconds: result.ringSeconds ?? null,
      rounds: result.rounds ?? null,
      hungUpBy: result.hungUpBy ?? null,
      willingness: result.willingness ?? null,
      recordingUrl: result.recordingUrl ?? null,
      costCents: result.costCents ?? null,
      providerCode: result.providerCode ?? null,
      vendorAt: result.vendorAt ?? null,
      correctsEnd: end !== null,
      ...(result.at && { at: result.at }),
    })
    .execute();
  if (result.recordingUrl !== undefined) {
    await noteRecording(tx, { sourceUrl: result.recordingUrl, attemptId: known.attemptId });
  }
  if (result.transcript) {
    await keepSpoken(tx, known.attemptId, result.transcript);
    if (gateway === 'ROBOT') await stopOnHeard(tx, known.attemptId, result.transcript);
  }
  // Whoever is told about was reached, whatever became of the answer to our call.
  await tx
    .updateTable('contactDispatch')
    .set({ dispatchStatus: 'SENT', finishedAt: new Date() })
    .where('attemptId', '=', known.attemptId)
    .where('dispatchStatus', '=', 'UNKNOWN')
    .execute();
  return known.attemptId;
}

/** How a message has ended, and whether that gives way to what is told now; null while it has not. */
async function endOf(tx: Tx, attemptId: number, { outcome, vendorAt = null }: Result) {
  const told: ToldDelivery = { outcome: outcome === 'DELIVERED' || outcome === 'FAILED' ? outcome : 'SENT', vendorAt };
  const end = await tx
    .selectFrom('contactResult')
    .select(givesWay({ outcome: sql.ref('outcome'), vendorAt: sql.ref('vendorAt') }, told).as('givesWay'))
    .where('attemptId', '=', attemptId)
    .where('outcome', 'in', ['DELIVERED', 'FAILED'])
    .orderBy('resultId', 'desc')
    .executeTakeFirst();
  return end ?? null;
}

/** Whether the very same end of a call is kept. */
async function isTold(tx: Tx, attemptId: number, { outcome, at, recordingUrl }: Result): Promise<boolean> {
  if (!at) return false;
  const told = await tx
    .selectFrom('contactResult')
    .select('resultId')
    .where('attemptId', '=', attemptId)
    .where('outcome', '=', outcome)
    .where('at', '=', at)
    .where('recordingUrl', 'is not distinct from', recordingUrl ?? null)
    .executeTakeFirst();
  return told !== undefined;
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
  const kept = (ours: number | string | null, about: object): 'processed' | 'ignored' => {
    if (ours === null) log.info(about, 'a report is about nothing of ours');
    return ours === null ? 'ignored' : 'processed';
  };
  return {
    'sms/delivery': {
      keepsCopies: true,
      about: async (db, told) => await subjectOf(db, 'SMS', told.fields.get('id')),
      labels: ({ fields }) => ({
        toldReference: fields.get('id'),
        toldEvent: fields.get('status'),
        toldNetwork: fields.get('networkCode'),
        toldAt: fields.get('eventAt'),
      }),
      handle: async (tx, fields, { callback }) => {
        const report = deliveryReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no delivery report');
        const { id, status, phoneNumber, failureReason, eventAt } = report.data;
        const outcome = DELIVERY[status];
        const delivery = { outcome, vendorAt: vendorTime(eventAt, callback.receivedAt) };
        const providerCode = outcome === 'FAILED' ? (failureReason ?? status) : undefined;
        const keep = async () =>
          // Not a contact: a notice or a code of the outbox.
          (await keepResult(tx, 'SMS', id, { ...delivery, providerCode })) ?? (await keepDelivery(tx, id, delivery));
        let about = await keep();
        if (about === null && (await nameDoubtful(tx, id, phoneNumber))) about = await keep();
        if (about === null) refuseEarly(callback.receivedAt, 'SMS', id);
        await noteSmsDelivery(tx, id, delivery);
        await noteAccountDelivery(tx, id, delivery);
        return kept(about, { messageId: id, status });
      },
    },
    'robot/call': {
      keepsCopies: true,
      about: async (db, told) => await subjectOf(db, 'ROBOT', told.fields.get('callNo')),
      labels: ({ fields }) => ({
        toldReference: fields.get('callNo'),
        toldTask: fields.get('taskNo'),
        toldVendorTask: fields.get('taskId'),
        toldEvent: fields.get('outcome'),
        toldAt: fields.get('endedAt'),
      }),
      acknowledgement: { ok: true },
      handle: async (tx, fields) => {
        const report = callReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no report of a call');
        const { taskNo, taskId, callNo, outcome, seconds, willingness, recordingUrl, costCents, endedAt, transcript } =
          report.data;
        const { ringSeconds, rounds, hungUpBy } = report.data;
        // A test call to a number of our own.
        if (await keepHotlineCall(tx, callNo, outcome, new Date(endedAt))) return 'processed';
        const attemptId = await keepResult(tx, 'ROBOT', callNo, {
          outcome,
          talkSeconds: seconds,
          ringSeconds,
          rounds,
          hungUpBy,
          at: new Date(endedAt),
          ...(willingness !== undefined && { willingness }),
          ...(recordingUrl !== undefined && { recordingUrl }),
          ...(costCents !== undefined && { costCents }),
          ...(transcript !== undefined && { transcript }),
        });
        return kept(attemptId, { taskNo, taskId, callNo, outcome });
      },
    },
    'voice/africastalking': {
      answer: async (db, fields) => dialDocument(await numberToDial(db, fields)),
      handle: async (tx, fields) => {
        const notice = voiceNotice.safeParse(fields);
        if (!notice.success) throw new CallbackUnreadable('no notice of a call');
        const { isActive, sessionId, clientRequestId = sessionId, hangupCause, recordingUrl } = notice.data;
        // Asked what to do: that was answered.
        if (isActive === '1') return 'processed';
        const { outcome, talkSeconds } = endOfNotice(notice.data);
        const attemptId = await keepResult(tx, 'VOICE', clientRequestId, {
          outcome,
          talkSeconds,
          ...(hangupCause !== undefined && { providerCode: hangupCause }),
          ...(recordingUrl !== undefined && { recordingUrl }),
        });
        return kept(attemptId, { sessionId, outcome });
      },
    },
    'voice/call': {
      acknowledgement: { ok: true },
      handle: async (tx, fields) => {
        const report = staffCallReport.safeParse(fields);
        if (!report.success) throw new CallbackUnreadable('no report of a call');
        const { callId, callNo, outcome, seconds, recordingUrl, endedAt, transcript } = report.data;
        const attemptId = await keepResult(tx, 'VOICE', callNo, {
          outcome,
          talkSeconds: seconds,
          at: new Date(endedAt),
          ...(recordingUrl !== undefined && { recordingUrl }),
          ...(transcript !== undefined && { transcript }),
        });
        return kept(attemptId, { callNo, callId, outcome });
      },
    },
  };
}

/** A call waits for its number no longer than that. */
const DIALS_WITHIN_MS = 600_000;

/** Whom a call of ours is for, once our side has answered; null of one that we did not just ask for. */
async function numberToDial(db: Queryable, fields: unknown): Promise<string | null> {
  const notice = voiceNotice.safeParse(fields);
  if (!notice.success || notice.data.isActive === '0') return null;
  const { sessionId, clientRequestId = sessionId } = notice.data;
  const asked = await db
    .selectFrom('contactReference as r')
    .innerJoin('contactDispatch as d', 'd.attemptId', 'r.attemptId')
    .select('d.phone')
    .where('r.gateway', '=', 'VOICE')
    .where('r.reference', '=', clientRequestId)
    .where('d.channel', '=', 'CALL')
    .where('d.dispatchStatus', 'in', ['SENDING', 'SENT', 'UNKNOWN'])
    .where('d.beganAt', '>', new Date(Date.now() - DIALS_WITHIN_MS))
    .executeTakeFirst();
  return asked?.phone ?? null;
}

/** The attempt that a report is about, where it is known already: reports of one attempt are worked off in their order. */
async function subjectOf(
  db: Queryable,
  gateway: Gateway,
  reference: string | undefined,
): Promise<CallbackSubject | undefined> {
  if (reference === undefined) return undefined;
  const attempt = await db
    .selectFrom('contactReference as r')
    .innerJoin('contactAttempt as a', 'a.attemptId', 'r.attemptId')
    .select(['a.attemptId', 'a.merchantNo'])
    .where('r.gateway', '=', gateway)
    .where('r.reference', '=', reference)
    .executeTakeFirst();
  if (!attempt || attempt.merchantNo === null) return undefined;
  return { lane: `contact ${attempt.attemptId}`, merchantNo: attempt.merchantNo, subjectNo: reference };
}

/** A report this young may belong to a message whose number we have not been told yet. */
const MAY_BE_EARLY_MS = 600_000;

function refuseEarly(receivedAt: Date, gateway: Gateway, reference: string): void {
  if (Date.now() - receivedAt.getTime() < MAY_BE_EARLY_MS) {
    throw new Error(`the ${gateway} report of ${reference} came before its answer`);
  }
}
