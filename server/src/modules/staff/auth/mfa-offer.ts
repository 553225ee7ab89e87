import { randomBytes } from 'node:crypto';
import type { mfa } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { newMfaSecret, provisioningOf } from './security-code.ts';

const OFFER_SECONDS = 600;
const TRIES = 5;
/** How long a QR code may be refreshed without proving again who asks. */
const GRANT_SECONDS = 1800;

interface Owner {
  readonly userNo: string;
  readonly userName: string;
}

/**
 * A new secret for one person, shown to one holder (a session, or a step of signing in). It voids the one
 * before; ten minutes and five codes begin again.
 */
export async function makeOffer(
  db: Database,
  vault: Vault,
  { userNo, userName }: Owner,
  holder: string,
): Promise<mfa.MfaOffer> {
  const secret = newMfaSecret();
  const qrId = randomBytes(16).toString('base64url');
  const sealed = vault.seal(secret, userNo);
  await sql`
    INSERT INTO mfa_offer AS o
      (user_no, qr_id, holder, secret_sealed, granted_until, expires_at)
    VALUES (${userNo}, ${qrId}, ${holder}, ${sealed},
      now() + make_interval(secs => ${GRANT_SECONDS}), now() + make_interval(secs => ${OFFER_SECONDS}))
    ON CONFLICT (user_no) DO UPDATE SET qr_id = excluded.qr_id, holder = excluded.holder,
      secret_sealed = excluded.secret_sealed, tries = 0, expires_at = excluded.expires_at,
      granted_until = CASE WHEN o.holder = excluded.holder AND o.granted_until > now()
        THEN o.granted_until ELSE excluded.granted_until END
  `.execute(db);
  const expiresInSeconds = OFFER_SECONDS;
  return { qrId, ...provisioningOf(secret, userName), expiresInSeconds, triesLeft: TRIES };
}

/** Whether this holder was shown that QR code and may have the next one without a password. */
export async function mayRefresh(db: Database, userNo: string, holder: string, qrId: string): Promise<boolean> {
  const held = await db
    .selectFrom('mfaOffer')
    .select('qrId')
    .where('userNo', '=', userNo)
    .where('holder', '=', holder)
    .where('qrId', '=', qrId)
    .where('grantedUntil', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return held !== undefined;
}

/** A try at a QR code, counted before it is judged. */
export interface OfferTry {
  readonly secret: Buffer;
  readonly triesLeft: number;
}

/** Throws MFA_QR_VOID, MFA_QR_EXPIRED, MFA_QR_SPENT. */
export async function tryOffer(
  db: Database,
  vault: Vault,
  userNo: string,
  { holder, qrId }: { readonly holder: string; readonly qrId: string },
): Promise<OfferTry> {
  const counted = await db
    .updateTable('mfaOffer')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userNo', '=', userNo)
    .where('holder', '=', holder)
    .where('qrId', '=', qrId)
    .where('tries', '<', TRIES)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['tries', 'secretSealed'])
    .executeTakeFirst();
  if (counted) {
    return { secret: vault.open(counted.secretSealed, userNo), triesLeft: TRIES - counted.tries };
  }
  const offer = await db
    .selectFrom('mfaOffer')
    .select(['tries'])
    .where('userNo', '=', userNo)
    .where('holder', '=', holder)
    .where('qrId', '=', qrId)
    .executeTakeFirst();
  if (!offer) throw new AppError('MFA_QR_VOID');
  throw new AppError(offer.tries >= TRIES ? 'MFA_QR_SPENT' : 'MFA_QR_EXPIRED');
}
