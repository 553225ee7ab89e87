import { sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { minutesAndSeconds } from '../../../http/minutes-and-seconds.ts';

interface Limit {
  readonly attempts: number;
  readonly minutes: number;
}

/** Wrong passwords for one account: the fifth locks it. */
const USER_LIMIT: Limit = { attempts: 5, minutes: 15 };
/** One address is a whole office behind one router, so it bears more before it is locked. */
const ADDRESS_LIMIT: Limit = { attempts: 50, minutes: 15 };
/** Five codes each: a hundred guesses at secrets that only their holder sees. */
const QR_LIMIT: Limit = { attempts: 20, minutes: 15 };
const SLIDER_LIMITS = {
  picture: { attempts: 120, minutes: 5 },
  letters: { attempts: 120, minutes: 5 },
  // A sum is easier for a program than a picture, and few people need one.
  question: { attempts: 20, minutes: 5 },
} as const satisfies Record<string, Limit>;

interface Counted {
  readonly failures: number;
  /** 0 when the attempt may go on. */
  readonly waitSeconds: number;
  /** Whether it is the last one before the lock. */
  readonly isLast: boolean;
}

/**
 * Counts an attempt before it is judged, in one statement, so that parallel attempts on several
 * processes cannot outrun the limit.
 */
async function count(db: Database, subject: string, limit: Limit): Promise<Counted> {
  const { rows } = await sql<{ failures: number; waitSeconds: number }>`
    INSERT INTO sign_in_failure AS f (subject, failures, window_ends_at)
    VALUES (${subject}, 1, now() + make_interval(mins => ${limit.minutes}))
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.window_ends_at <= now() THEN 1
        ELSE least(f.failures + 1, ${limit.attempts + 1}) END,
      -- The wait begins with the last attempt that was allowed, and does not grow by trying on.
      window_ends_at = CASE
        WHEN f.window_ends_at <= now() OR f.failures < ${limit.attempts}
          THEN now() + make_interval(mins => ${limit.minutes})
        ELSE f.window_ends_at END
    RETURNING failures, ceil(extract(epoch FROM window_ends_at - now()))::int AS wait_seconds
  `.execute(db);
  const [row] = rows;
  const failures = row?.failures ?? 0;
  const waitSeconds = row && failures > limit.attempts ? Math.max(1, row.waitSeconds) : 0;
  return { failures, waitSeconds, isLast: failures === limit.attempts };
}

async function takeBack(db: Database, subject: string): Promise<void> {
  await db
    .updateTable('signInFailure')
    .set((eb) => ({ failures: eb(eb.ref('failures'), '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}

const userSubject = (name: string): string => `user:${name.toLowerCase()}`;
const addressSubject = (address: string): string => `address:${address}`;

/** Whether the attempt, should it fail, is the one that locks. */
export interface Attempt {
  readonly isLastOfUser: boolean;
  readonly isLastOfAddress: boolean;
  /** How many more of the account may fail after this one. */
  readonly left: number;
  /** What a warning about either says. */
  readonly limits: { readonly user: number; readonly address: number };
}

/** Before a password is looked at. `name` is the user number, or what was typed where there is none. */
export async function beginAttempt(db: Database, name: string, address: string): Promise<Attempt> {
  const byAddress = await count(db, addressSubject(address), ADDRESS_LIMIT);
  const byUser =
    byAddress.waitSeconds === 0
      ? await count(db, userSubject(name), USER_LIMIT)
      : { failures: 0, waitSeconds: 0, isLast: false };
  const waitSeconds = Math.max(byAddress.waitSeconds, byUser.waitSeconds);
  if (waitSeconds === 0) {
    const limits = { user: USER_LIMIT.attempts, address: ADDRESS_LIMIT.attempts };
    const left = USER_LIMIT.attempts - byUser.failures;
    return { isLastOfUser: byUser.isLast, isLastOfAddress: byAddress.isLast, left, limits };
  }
  throw new AppError('LOGIN_LOCKED', {
    facts: { wait: minutesAndSeconds(waitSeconds), waitSeconds },
  });
}

/** The person got in: the account starts from nought. */
export async function clearAttempts(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('signInFailure').where('subject', '=', userSubject(name)).execute();
}

/** After a right password inside a session: as a sign-in, and the address gets this attempt back. */
export async function forgiveAttempts(db: Database, name: string, address: string): Promise<void> {
  await clearAttempts(db, name);
  await takeBack(db, addressSubject(address));
}

/**
 * After a right password with another step to come: this attempt was none, but earlier ones still count.
 * Else whoever knows a password could start the count of codes again by typing it.
 */
export async function takeBackAttempt(db: Database, name: string, address: string): Promise<void> {
  await takeBack(db, userSubject(name));
  await takeBack(db, addressSubject(address));
}

/** QR codes made for one person. Throws TOO_MANY_REQUESTS. */
export async function countQr(db: Database, userNo: string): Promise<void> {
  await countRequest(db, `mfaQr:${userNo}`, QR_LIMIT);
}

/** Slider checks dealt to one address. Throws TOO_MANY_REQUESTS. */
export async function countSlider(db: Database, address: string, mode: keyof typeof SLIDER_LIMITS): Promise<void> {
  const subject = { picture: 'slider', letters: 'letters', question: 'sliderQuestion' }[mode];
  await countRequest(db, `${subject}:${address}`, SLIDER_LIMITS[mode]);
}

async function countRequest(db: Database, subject: string, limit: Limit): Promise<void> {
  const { waitSeconds } = await count(db, subject, limit);
  if (waitSeconds === 0) return;
  throw new AppError('TOO_MANY_REQUESTS', {
    facts: { wait: minutesAndSeconds(waitSeconds), waitSeconds },
  });
}

/** After so many failures in a row the picture check is requested, too. */
const PICTURE_AFTER = 3;

/**
 * Whether an account was tried so often that a program may be guessing. One that is locked needs no
 * picture to be told so. `name` as in `beginAttempt`.
 */
export async function isPictureDue(db: Database, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('signInFailure')
    .select('failures')
    .where('subject', '=', userSubject(name))
    .where('windowEndsAt', '>', new Date())
    .executeTakeFirst();
  const failures = found?.failures ?? 0;
  return failures >= PICTURE_AFTER && failures < USER_LIMIT.attempts;
}
