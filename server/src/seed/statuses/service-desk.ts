import { sql } from 'kysely';
import type { Desk } from './desk.ts';

const HOUR_MS = 3_600_000;
const CALLS = [
  ['REPAYMENT', 'Asked which paybill to use and whether the payment of yesterday has arrived', 'RESOLVED'],
  ['CHARGES', 'Does not understand the late fee on the second instalment', 'FOLLOWING'],
  ['COMPLAINT', 'Was called twice on Sunday', 'UNRESOLVED'],
  ['APPLICATION', 'The picture of the ID is refused again and again', 'RESOLVED'],
  ['DISBURSEMENT', 'The app says paid out, M-Pesa shows nothing', 'FOLLOWING'],
  ['ACCOUNT', 'Has a new number, the old one was stolen', 'RESOLVED'],
] as const;
const AGENTS = { M0001: 'U000007', M0002: 'U000034', M0003: 'U000035' } as const;

/** Calls that came in to each merchant's hotline these days, and one of each that was missed. */
export async function incomingCalls({ db, now }: Desk): Promise<void> {
  for (const [order, [merchantNo, agentUserNo]] of Object.entries(AGENTS).entries()) {
    const customers = await db
      .selectFrom('customer')
      .select(['customerNo', 'phone'])
      .where('merchantNo', '=', merchantNo)
      .orderBy('idCardNo')
      .limit(CALLS.length + 1)
      .execute();
    for (const [place, { customerNo, phone }] of customers.entries()) {
      const callAt = new Date(now.getTime() - (1 + place * 11 + order * 3) * HOUR_MS);
      const shared = { merchantNo, customerNo, phone, callAt };
      const call = CALLS[place];
      if (!call) {
        await db
          .insertInto('inCallRecord')
          .values({ ...shared, isMissed: true, waitSeconds: 65 })
          .execute();
        continue;
      }
      const [reasonType, content, resolveStatus] = call;
      await db
        .insertInto('inCallRecord')
        .values({
          ...shared,
          reasonType,
          content,
          resolveStatus,
          agentUserNo,
          waitSeconds: 10 + place * 8,
          talkSeconds: 120 + place * 45,
          nextFollowAt: resolveStatus === 'FOLLOWING' ? new Date(now.getTime() + HOUR_MS) : null,
        })
        .execute();
    }
  }
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
    const { merchantNo, customerNo, phone } = desk.takeCustomer(`M000${index + 1}`);
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

const LOOK_UPS = [
  [3, 2, 'CALL_BACK', 'Asked in the chat about a payment', 1],
  [1, 1, 'VERIFY_IDENTITY', 'Wants the phone number changed', 2],
  [5, 4, 'CALL_BACK', 'Chats of the weekend', 4],
  [1, 0, 'CORRECT_DATA', 'The UID was cut off', 6],
  [2, 2, 'VERIFY_IDENTITY', 'Two people under one name', 11],
] as const;

/** Who looked up chat UIDs these weeks. */
export async function lookUps({ db, now }: Desk): Promise<void> {
  const customers = await db.selectFrom('customer').select('customerNo').orderBy('customerNo').limit(12).execute();
  for (const [place, [uidCount, found, purpose, remark, days]] of LOOK_UPS.entries()) {
    const results = found === uidCount ? ['FOUND'] : found === 0 ? ['INVALID'] : ['FOUND', 'NOT_FOUND'];
    const customerNos = customers.slice(place, place + found).map(({ customerNo }) => customerNo);
    await sql`insert into ai_help_log (operator_user_no, uid_count, results, customer_nos, purpose, remark, decrypted_at)
      values (${place % 2 === 0 ? 'U000007' : 'U000034'}, ${uidCount}, ${results}, ${customerNos}, ${purpose}, ${remark},
        ${new Date(now.getTime() - days * 24 * HOUR_MS)})`.execute(db);
  }
}

const REPLIES = [
  ['en', 'Update the app', 'Thank you for writing. Please update the app to the latest version and try again.'],
  ['sw', 'Sasisha programu', 'Asante kwa kutuandikia. Tafadhali sasisha programu kisha ujaribu tena.'],
  ['en', 'Fee explained', 'The late fee is charged once for each instalment that is paid after its due date.'],
  ['en', 'Payment found', 'We found your payment and applied it to your loan. Thank you for your patience.'],
] as const;

/** Texts that answers begin with. */
export async function replyTemplates({ db }: Desk): Promise<void> {
  await db
    .insertInto('replyTemplate')
    .values(
      Object.entries(AGENTS).flatMap(([merchantNo, updatedBy]) =>
        REPLIES.map(([language, templateName, content]) => ({
          merchantNo,
          language,
          templateName,
          content,
          updatedBy,
        })),
      ),
    )
    .execute();
}
