import type { nineFour, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskDigits } from '../../platform/masking/index.ts';
import { recordListening } from '../../platform/reveal/index.ts';
import { mayPlay } from '../collections/index.ts';
import { heardIn } from '../contacts/index.ts';
import { transcriptOf } from '../quality/index.ts';
import { intakeOf } from './intake-row.ts';

type One = ParsedRequestOf<typeof nineFour.callOne>;

/** A robot's call within the caller's books. @throws AppError AI_CALL_NOT_FOUND */
async function callOf({ callId }: One, db: Queryable, { scope }: Caller) {
  const found = await db
    .selectFrom('contactReference as f')
    .innerJoin('contactAttempt as a', 'a.attemptId', 'f.attemptId')
    .leftJoin('collectionCase as k', 'k.caseNo', 'a.caseNo')
    .select(['a.attemptId', 'a.merchantNo', 'a.caseNo', 'k.caseScope', 'f.reference'])
    .where('f.gateway', '=', 'ROBOT')
    .where('a.attemptId', '=', Number(callId))
    .executeTakeFirst();
  if (!found || found.merchantNo === null || !seesMerchant(scope, found.merchantNo))
    throw new AppError('AI_CALL_NOT_FOUND');
  return { ...found, merchantNo: found.merchantNo };
}

/** What the vendor told of a call, by its own clock. @throws AppError AI_CALL_NOT_FOUND */
export async function readCall(one: One, { db, caller, lang }: Call): Promise<ReplyOf<typeof nineFour.callOne>> {
  const { reference } = await callOf(one, db, caller);
  const rows = await db
    .selectFrom('gatewayCallbackState as s')
    .innerJoin('gatewayCallback as c', (join) =>
      join.onRef('c.callbackId', '=', 's.callbackId').onRef('c.receivedAt', '=', 's.receivedAt'),
    )
    .select(['s.callbackId', 's.receivedAt', 's.topic', 's.callbackStatus', 's.attempts', 's.repeats', 's.fault'])
    .select('s.duplicateOf')
    .select(['s.version', 's.signatureCheck', 'c.content'])
    .where('s.topic', '=', 'robot/call')
    .where('s.toldReference', '=', reference)
    .orderBy('s.receivedAt')
    .limit(50)
    .execute();
  const reports = rows.map((row) => {
    const { told, shown } = intakeOf(row, lang);
    const { intakeId, receivedAt, intakeStatus, repeats } = shown;
    return {
      intakeId,
      receivedAt,
      intakeStatus,
      repeats,
      vendorEventAt: told.get('endedAt')?.slice(0, 40) ?? null,
      eventType: told.get('outcome')?.slice(0, 64) ?? null,
    };
  });
  return { reports: reports.toSorted((a, b) => momentOf(a) - momentOf(b)) };
}

function momentOf({ vendorEventAt, receivedAt }: { vendorEventAt: string | null; receivedAt: string }): number {
  const told = Date.parse(vendorEventAt ?? '');
  return Number.isNaN(told) ? Date.parse(receivedAt) : told;
}

/**
 * What was said in a call, numbers in it masked; who read it is kept as one who listens is.
 * @throws AppError AI_CALL_NOT_FOUND, FORBIDDEN for a call of the other system
 */
export async function readCallTranscript(one: One, call: Call): Promise<ReplyOf<typeof nineFour.callTranscript>> {
  const { db, caller } = call;
  const { attemptId, merchantNo, caseNo, caseScope } = await callOf(one, db, caller);
  if (caseNo === null || caseScope === null || !mayPlay(caller, caseScope)) throw new AppError('FORBIDDEN');
  const said = await transcriptOf(db, String(attemptId));
  await recordListening(caseNo, call);
  await writeAudit(db, call, {
    action: 'aiCall.readTranscript',
    subjectType: 'case',
    subjectNo: caseNo,
    merchantNo,
    after: { attemptId },
  });
  return said.map((segment) => ({ ...segment, heard: heardIn(segment), said: maskDigits(segment.said) }));
}
