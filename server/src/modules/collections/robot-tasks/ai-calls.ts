import { nineFour, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import { makePromise, mayPlay, promiseOf, saveFollowUp } from '../collections/index.ts';

/** By the code of the case's own system. */
export const mayFollow = ({ codes }: Pick<Caller, 'codes'>, caseScope: 'ORDER' | 'BILL' | null): boolean =>
  caseScope !== null && codes.has(`${caseScope === 'BILL' ? 'collectionStage' : 'collection'}:followUp:save`);

const result = sql<string | null>`r.outcome`;

/** Calls that robots made, each with the newest report of it. */
export const aiCalls = defineList(
  nineFour.callPage,
  (db) =>
    db
      .selectFrom('contactReference as f')
      .innerJoin('contactAttempt as a', 'a.attemptId', 'f.attemptId')
      .leftJoin('collectionCase as k', 'k.caseNo', 'a.caseNo')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('contactResult as cr')
            .select(['cr.outcome', 'cr.talkSeconds', 'cr.willingness', 'cr.recordingUrl', 'cr.costCents', 'cr.at'])
            .select(['cr.ringSeconds', 'cr.rounds', 'cr.hungUpBy'])
            .whereRef('cr.attemptId', '=', 'a.attemptId')
            // Noted after the vendor began the call: how it ended may be dated before that.
            .where('cr.outcome', 'not in', ['SENT', 'UNKNOWN', 'REFUSED'])
            .orderBy('cr.resultId', 'desc')
            .limit(1)
            .as('r'),
        (join) => join.on(sql<boolean>`true`),
      )
      .where('f.gateway', '=', 'ROBOT'),
  (by) => ({
    scope: by.ofMerchants('a.merchantNo'),
    key: 'a.attemptId',
    missing: 'AI_CALL_NOT_FOUND',
    filters: {
      taskName: (text) => sql<boolean>`(exists (select from ai_task_item i join ai_task t using (task_no)
          where i.attempt_id = a.attempt_id and position(lower(${text}) in lower(t.task_name)) > 0)
        or exists (select from robot_task_item i join robot_task t using (task_no)
          where i.attempt_id = a.attempt_id and position(lower(${text}) in lower(t.task_name)) > 0))`,
      orderNo: by.is('a.orderNo'),
      caseNo: by.is('a.caseNo'),
      phone: by.is('a.phone'),
      callStart: by.days('a.attemptedAt'),
      callResult: (value) => sql<boolean>`${result} = ${value}`,
      willingness: (value) => sql<boolean>`r.willingness = ${value}`,
      hungUpBy: (value) => sql<boolean>`r.hung_up_by = ${value}`,
      talkSecondsFrom: (least) => sql<boolean>`r.talk_seconds >= ${Number(least)}`,
      caseLevel: by.is('k.caseLevel'),
      caseScope: by.is('k.caseScope'),
    },
    sorts: { callStart: 'a.attemptedAt', talkSeconds: 'r.talkSeconds' },
    first: [['a.attemptedAt', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .leftJoin('customer as c', 'c.customerNo', 'a.customerNo')
        .leftJoin('appUser as u', 'u.userNo', 'k.collectorUserNo')
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('aiTaskItem as i')
              .innerJoin('aiTask as t', 't.taskNo', 'i.taskNo')
              .select(['t.taskNo', 't.taskName'])
              .whereRef('i.attemptId', '=', 'a.attemptId')
              .unionAll(
                eb
                  .selectFrom('robotTaskItem as ri')
                  .innerJoin('robotTask as rt', 'rt.taskNo', 'ri.taskNo')
                  .select(['rt.taskNo', 'rt.taskName'])
                  .whereRef('ri.attemptId', '=', 'a.attemptId'),
              )
              .limit(1)
              .as('t'),
          (join) => join.on(sql<boolean>`true`),
        )
        .select(['a.attemptId', 'a.orderNo', 'a.caseNo', 'a.phone', 'a.attemptedAt', 'k.caseScope', 'k.caseLevel'])
        .select(['k.caseStatus', 'c.customerName', 'u.realName as collectorName', 't.taskNo', 't.taskName'])
        .select(['r.outcome', 'r.talkSeconds', 'r.willingness', 'r.recordingUrl', 'r.costCents', 'r.at'])
        .select(['r.ringSeconds', 'r.rounds', 'r.hungUpBy', 'f.reference as vendorCallId'])
        .select((eb) =>
          eb
            .exists(
              eb.selectFrom('contactTranscript as s').select('s.segmentNo').whereRef('s.attemptId', '=', 'a.attemptId'),
            )
            .as('hasTranscript'),
        ),
    row: (
      { attemptId, attemptedAt, at, outcome, willingness, recordingUrl, caseStatus, hasTranscript, ...row },
      { caller },
    ) => ({
      ...row,
      callId: String(attemptId),
      callStart: attemptedAt.toISOString(),
      endedAt: at?.toISOString() ?? null,
      callResult: nineFour.callResult.safeParse(outcome).data ?? null,
      willingness: nineFour.callWillingness.safeParse(willingness).data ?? null,
      hasRecording: recordingUrl !== null,
      allowedActions: [
        ...(mayFollow(caller, row.caseScope) && (caseStatus === 'COLLECTING' || caseStatus === 'RETAINED')
          ? (['followUp'] as const)
          : []),
        ...(recordingUrl !== null && row.caseScope !== null && mayPlay(caller, row.caseScope)
          ? (['play'] as const)
          : []),
        ...(hasTranscript === true && row.caseScope !== null && mayPlay(caller, row.caseScope)
          ? (['read'] as const)
          : []),
      ],
    }),
    personal: { phone: 'phone', customerName: 'name' },
  }),
);

/** What of AI calls is masked, in full for those who hold the page. */
export const aiCallReveals = rowReveals(aiCalls, {
  name: 'aiCall',
  title: { en: 'AI calls', zh: 'AI 通话' },
  page: nineFour.callPage,
  fields: { customerName: 'customerName', phone: 'phone' },
});

/** Sums of what the filters match. */
export async function callSummary(
  { filters }: ParsedRequestOf<typeof nineFour.callSummary>,
  call: Call,
): Promise<ReplyOf<typeof nineFour.callSummary>> {
  return await aiCalls.summed(
    filters,
    call,
    async (found) =>
      await found
        .select([
          sql<number>`count(*)`.as('calls'),
          sql<number>`count(*) filter (where ${result} = 'ANSWERED')`.as('answered'),
          sql<number>`count(*) filter (where r.willingness = 'WILLING')`.as('willing'),
          sql<number>`coalesce(sum(r.talk_seconds), 0)`.as('talkSeconds'),
        ])
        .executeTakeFirstOrThrow(),
  );
}

/**
 * Records a robot's call on its case, with a promise where the collector confirms one.
 * @throws AppError AI_CALL_NOT_FOUND, AI_CALL_NO_CASE, FORBIDDEN, ILLEGAL_TRANSITION, BAD_REQUEST, and of the promise
 */
export async function followCall(
  { callId, promise, ...followUp }: ParsedRequestOf<typeof nineFour.callFollowUp>,
  call: CommandContext,
): Promise<{ followUpId: number; promiseNo: string | null }> {
  const { tx, caller } = call;
  const made = await tx
    .selectFrom('contactReference as f')
    .innerJoin('contactAttempt as a', 'a.attemptId', 'f.attemptId')
    .leftJoin('collectionCase as k', 'k.caseNo', 'a.caseNo')
    .select(['a.merchantNo', 'a.caseNo', 'k.caseScope'])
    .where('f.gateway', '=', 'ROBOT')
    .where('a.attemptId', '=', Number(callId))
    .executeTakeFirst();
  if (!made || made.merchantNo === null || !seesMerchant(caller.scope, made.merchantNo))
    throw new AppError('AI_CALL_NOT_FOUND');
  const { caseNo, caseScope, merchantNo } = made;
  if (caseNo === null || caseScope === null) throw new AppError('AI_CALL_NO_CASE');
  const area = caseScope === 'BILL' ? 'collectionStage' : 'collection';
  if (!mayFollow(caller, caseScope) || (promise && !caller.codes.has(`${area}:promise:save`)))
    throw new AppError('FORBIDDEN');
  await checkCodes(tx, {
    actionCode: ['ACTION_CODE', followUp.actionCode],
    overdueReason: ['OVERDUE_REASON', followUp.overdueReason],
  });
  const noted = {
    ...followUp,
    contactPerson: 'BORROWER',
    contactChannel: 'ROBOT',
    by: caller.userNo,
    at: new Date(),
  } as const;
  const reach = { caseScope, caller };
  const followUpId = await saveFollowUp(tx, caseNo, reach, noted);
  const { by, at } = noted;
  const promiseNo = promise ? await makePromise(tx, caseNo, reach, { ...promiseOf(promise), by, at }) : null;
  await writeAudit(tx, call, {
    action: 'aiCall.followUp',
    subjectType: 'case',
    subjectNo: caseNo,
    merchantNo,
    after: { callId, actionCode: followUp.actionCode, ...(promiseNo !== null && { promiseNo }) },
  });
  return { followUpId, promiseNo };
}
