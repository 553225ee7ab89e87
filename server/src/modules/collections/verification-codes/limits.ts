import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { minutesAndSeconds } from '../../../http/minutes-and-seconds.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

export const RESEND_SECONDS = 60;
export const VALID_SECONDS = 300;
/** A number a day (EAT), of those that staff send again. */
const AGAIN_A_DAY = 5;
/** A number a day (EAT), of those that its owner asks for. */
const ASKED_A_DAY = 10;
/** An address an hour: operators put many phones behind one. */
const BY_ADDRESS_AN_HOUR = 60;

/** Whoever sends a code to this number waits here. */
export async function lockDestination(tx: Tx, destination: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`verification ${destination}`}, 0))`.execute(tx);
}

/** @throws AppError VERIFICATION_SOON with the seconds left */
export async function refuseSoon(tx: Tx, destination: string): Promise<void> {
  const last = await tx
    .selectFrom('verificationCode')
    .select(
      sql<number>`ceil(${RESEND_SECONDS} - extract(epoch from clock_timestamp() - max(sent_at)))::int`.as(
        'waitSeconds',
      ),
    )
    .where('destination', '=', destination)
    .executeTakeFirst();
  const waitSeconds = last?.waitSeconds ?? 0;
  if (waitSeconds > 0) {
    throw new AppError('VERIFICATION_SOON', { facts: { wait: minutesAndSeconds(waitSeconds), waitSeconds } });
  }
}

/** @throws AppError VERIFICATION_LIMIT */
export async function refusePastLimit(tx: Tx, destination: string, by: 'STAFF' | 'OWNER'): Promise<void> {
  const { count } = await tx
    .selectFrom('verificationSend')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('destination', '=', destination)
    .where('sentAt', '>=', startOfBusinessDate(businessDateOf(new Date())))
    .where('sentBy', by === 'STAFF' ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  const limit = by === 'STAFF' ? AGAIN_A_DAY : ASKED_A_DAY;
  if (count >= limit) throw new AppError('VERIFICATION_LIMIT', { facts: { limit } });
}

/** Codes that one network address asks for, whatever the numbers. @throws AppError VERIFICATION_LIMIT */
export async function refuseFlood(tx: Tx, address: string): Promise<void> {
  const { count } = await tx
    .selectFrom('verificationCode')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (count >= BY_ADDRESS_AN_HOUR) throw new AppError('VERIFICATION_LIMIT', { facts: { limit: BY_ADDRESS_AN_HOUR } });
}
