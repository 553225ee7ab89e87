import { randomInt } from 'node:crypto';
import type { ParsedRequestOf, ReplyOf, auth, mfa } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { minutesAndSeconds } from '../../../http/minutes-and-seconds.ts';
import type { CallBasics } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskEmail, maskPhone } from '../../platform/masking/index.ts';
import { queueMessage, recipientOf, type Channel, type Recipient } from '../../platform/messages/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { cityOf, keepCode, keepSend, noteTry } from '../../platform/verification-codes/index.ts';
import { beginAttempt, takeBackAttempt } from './attempts.ts';
import { guesserOf } from './known-device.ts';
import { warnOfLock } from './lock-warning.ts';
import { ownerOfStep } from './sign-in-step.ts';

const VALID_SECONDS = 300;
const RESEND_SECONDS = 60;

type StepChannels = NonNullable<auth.SignInReply['step']>['channels'];
type ValidateChannel = StepChannels[number]['validateChannel'];

const channelOf = (way: ValidateChannel): Channel => (way === 'EMAIL' ? 'EMAIL' : 'SMS');

function destinationOf({ email, phone }: Recipient, way: ValidateChannel): string | null {
  if (way === 'EMAIL') return email === null ? null : maskEmail(email);
  return phone === null ? null : maskPhone(phone);
}

/** Where a code can be sent to this person: an address on file, and a gateway that leads there. */
export async function channelsFor(
  { db, services }: Pick<CallBasics, 'db' | 'services'>,
  userNo: string,
): Promise<StepChannels> {
  const recipient = await recipientOf(db, userNo);
  return (['EMAIL', 'MOBILE'] as const)
    .filter((way) => services.messages.channels.includes(channelOf(way)))
    .flatMap((validateChannel) => {
      const destination = destinationOf(recipient, validateChannel);
      return destination === null ? [] : [{ validateChannel, destination }];
    });
}

/**
 * Makes way for one code a minute, in one statement: two clicks send one message.
 * Throws VALIDATE_CODE_SOON.
 */
async function replaceCode(db: Database, userNo: string, codeHash: Buffer): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    INSERT INTO validate_code AS v (user_no, code_hash, sent_at, expires_at)
    VALUES (${userNo}, ${codeHash}, now(), now() + make_interval(secs => ${VALID_SECONDS}))
    ON CONFLICT (user_no) DO UPDATE SET code_hash = excluded.code_hash,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at
      WHERE v.sent_at <= now() - make_interval(secs => ${RESEND_SECONDS})
    RETURNING expires_at
  `.execute(db);
  const [row] = rows;
  if (row) return row.expiresAt;
  const { waitSeconds } = await db
    .selectFrom('validateCode')
    .select(
      sql<number>`greatest(1, ceil(${RESEND_SECONDS} - extract(epoch FROM now() - sent_at)))::int`.as('waitSeconds'),
    )
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  throw new AppError('VALIDATE_CODE_SOON', {
    facts: { wait: minutesAndSeconds(waitSeconds), waitSeconds },
  });
}

/** Another code in the place of the one that somebody waits for: whoever helps them sent it. */
export async function replaceStaffCode(
  db: Queryable,
  vault: Vault,
  userNo: string,
  { code, expiresAt }: { readonly code: string; readonly expiresAt: Date },
): Promise<void> {
  const row = { codeHash: vault.hash(code, userNo), sentAt: new Date(), expiresAt };
  await db
    .insertInto('validateCode')
    .values({ userNo, ...row })
    .onConflict((conflict) => conflict.column('userNo').doUpdateSet(row))
    .execute();
}

/** Throws SIGN_IN_STEP_OVER, VALIDATE_CHANNEL_UNAVAILABLE, VALIDATE_CODE_SOON. */
export async function sendValidateCode(
  { stepToken, validateChannel }: ParsedRequestOf<typeof mfa.sendAuthUserValidateCode>,
  call: CallBasics,
): Promise<ReplyOf<typeof mfa.sendAuthUserValidateCode>> {
  const { db, services } = call;
  const { userNo } = await ownerOfStep(db, stepToken, 'VALIDATE_CODE');
  const channels = await channelsFor(call, userNo);
  const chosen = channels.find((channel) => channel.validateChannel === validateChannel);
  if (!chosen) throw new AppError('VALIDATE_CHANNEL_UNAVAILABLE', { fields: ['validateChannel'] });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = await replaceCode(db, userNo, services.vault.hash(code, userNo));
  const recipient = { ...(await recipientOf(db, userNo)), lang: call.lang };
  const request = { channel: channelOf(validateChannel), facts: { code }, isSecret: true, expiresAt };
  await db.transaction().execute(async (tx) => {
    const queued = await queueMessage(tx, 'signIn.code', recipient, request);
    if (!queued) return;
    const owner = { codePurpose: 'STAFF_LOGIN', userNo } as const;
    const { channel, destination } = queued;
    const kept = { owner, code, channel, destination, language: call.lang, expiresAt };
    const from = { address: call.address, city: cityOf(call) };
    await keepSend(tx, { codeNo: await keepCode(tx, services.vault, { ...kept, ...from }), ...queued, sentBy: null });
  });
  await services.messages.deliver();
  return {
    destination: chosen.destination,
    expiresInSeconds: VALID_SECONDS,
    resendInSeconds: RESEND_SECONDS,
  };
}

/**
 * Judges the code that was sent; a right one is spent. Wrong ones count against the sign-in limit.
 * Throws VALIDATE_CODE_EXPIRED, VALIDATE_CODE_WRONG, LOGIN_LOCKED.
 */
export async function takeValidateCode(call: CallBasics, userNo: string, code: string): Promise<void> {
  const { db, services, address } = call;
  const guesser = await guesserOf(db, call.raw, userNo);
  const attempt = await beginAttempt(db, guesser, address);
  const sent = await db
    .selectFrom('validateCode')
    .select('codeHash')
    .where('userNo', '=', userNo)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  const codeHash = services.vault.hash(code, userNo);
  const spent =
    sent !== undefined &&
    (await db
      .deleteFrom('validateCode')
      .where('userNo', '=', userNo)
      .where('codeHash', '=', codeHash)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst());
  const isRight = spent !== false && spent.numDeletedRows > 0n;
  if (sent) await noteTry(db, { codePurpose: 'STAFF_LOGIN', userNo }, isRight);
  if (isRight) return await takeBackAttempt(db, guesser, address);
  await writeAudit(db, call, {
    action: 'auth.validateCode.refused',
    subjectType: 'user',
    subjectNo: userNo,
  });
  await warnOfLock(call, attempt, userNo);
  if (!sent) throw new AppError('VALIDATE_CODE_EXPIRED', { fields: ['validateCode'] });
  throw new AppError('VALIDATE_CODE_WRONG', {
    fields: ['validateCode'],
    facts: { triesLeft: attempt.left },
  });
}
