import type { Desk } from './desk.ts';

const HOUR_MS = 3_600_000;
const CALLS = [
  ['REPAYMENT', 'Asked which paybill to use and whether the payment of yesterday has arrived', 'RESOLVED'],
  ['CHARGES', 'Does not understand the late fee on the second instalment', 'FOLLOWING'],
  ['COMPLAINT', 'Was called twice on Sunday', 'UNRESOLVED'],
] as const;

/** Calls that came in, two of them missed. */
export async function incomingCalls(desk: Desk): Promise<void> {
  const { db, now, maker } = desk;
  for (const [index, [reasonType, content, resolveStatus]] of CALLS.entries()) {
    const { merchantNo, customerNo, phone, orderNo } = desk.takeCustomer();
    await db
      .insertInto('inCallRecord')
      .values({
        merchantNo,
        customerNo,
        phone,
        orderNo,
        reasonType,
        content,
        resolveStatus,
        agentUserNo: maker,
        callAt: new Date(now.getTime() - (index + 1) * HOUR_MS),
        waitSeconds: 10 + index * 8,
        talkSeconds: 120 + index * 45,
        nextFollowAt: resolveStatus === 'FOLLOWING' ? new Date(now.getTime() + HOUR_MS) : null,
      })
      .execute();
  }
  const { merchantNo, phone, customerNo } = desk.takeCustomer();
  const missed = { merchantNo, phone, customerNo, isMissed: true, waitSeconds: 65 };
  await db
    .insertInto('inCallRecord')
    .values({ ...missed, callAt: new Date(now.getTime() - 5 * HOUR_MS) })
    .execute();
}

const ADVICE = [
  ['PROBLEM', 'The app closes when I open my statement', 'UNPROCESSED'],
  ['SIGN_IN', 'The code arrives after it has expired', 'PROCESSING'],
  ['SUGGESTION', 'Remind me two days before the due date, please', 'PROCESSED'],
] as const;

/** What customers wrote in the app, as far as each came. */
export async function advice(desk: Desk): Promise<void> {
  const { db, now, maker } = desk;
  for (const [index, [adviceType, content, feedbackStatus]] of ADVICE.entries()) {
    const { merchantNo, customerNo, phone } = desk.takeCustomer();
    const submittedAt = new Date(now.getTime() - (index + 1) * 20 * HOUR_MS);
    const isDone = feedbackStatus === 'PROCESSED';
    const { adviceNo } = await db
      .insertInto('appAdvice')
      .values({
        merchantNo,
        customerNo,
        phone,
        adviceType,
        content,
        feedbackStatus,
        submittedAt,
        appVersion: '2.14.0',
        device: 'Tecno Spark 10, Android 13',
        replyDueAt: new Date(submittedAt.getTime() + 48 * HOUR_MS),
        handlerUserNo: feedbackStatus === 'UNPROCESSED' ? null : maker,
        ...(isDone && { processedAt: now, result: 'EXPLAINED', resultRemark: 'Reminders are sent already' }),
      })
      .returning('adviceNo')
      .executeTakeFirstOrThrow();
    if (isDone) {
      const content = 'You can choose reminders under Profile, Messages.';
      await db.insertInto('appAdviceMessage').values({ adviceNo, userNo: maker, content }).execute();
    }
  }
}
