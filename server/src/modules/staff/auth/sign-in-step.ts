import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { StepPurpose } from '../../../db/sign-in-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import { newSecret, secretHash } from '../../platform/access/index.ts';

/** Binding takes an installation and maybe a second QR code; a code is at hand. */
const STEP_MINUTES: Readonly<Record<StepPurpose, number>> = {
  VALIDATE_CODE: 15,
  MFA_CODE: 10,
  MFA_BIND: 30,
};

export interface StepOwner {
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
  readonly mustUpdatePassword: boolean;
}

export interface OpenStep {
  readonly stepToken: string;
  readonly expiresInSeconds: number;
}

/** A token for one step of signing in, kept as its hash. It opens no session and reads nothing. */
export async function openStep(db: Queryable, userNo: string, purpose: StepPurpose): Promise<OpenStep> {
  const stepToken = newSecret();
  const minutes = STEP_MINUTES[purpose];
  await sql`
    INSERT INTO sign_in_step (token_hash, user_no, purpose, password_changed_at, expires_at)
    SELECT ${secretHash(stepToken)}, user_no, ${purpose}, password_changed_at,
      now() + make_interval(mins => ${minutes})
    FROM app_user WHERE user_no = ${userNo}
  `.execute(db);
  return { stepToken, expiresInSeconds: minutes * 60 };
}

/**
 * Whose step a token is. A frozen account, another password since, or an authenticator that was reset or
 * bound meanwhile end it. Throws SIGN_IN_STEP_OVER.
 */
export async function ownerOfStep(db: Queryable, stepToken: string, purpose: StepPurpose): Promise<StepOwner> {
  const { rows } = await sql<StepOwner>`
    SELECT u.user_no, u.user_name, u.real_name, u.must_update_password
    FROM sign_in_step s JOIN app_user u USING (user_no)
    WHERE s.token_hash = ${secretHash(stepToken)} AND s.purpose = ${purpose}
      AND s.expires_at > now() AND u.user_status = 'NORMAL'
      AND s.password_changed_at = u.password_changed_at
      AND (s.purpose = 'VALIDATE_CODE' OR (s.purpose = 'MFA_CODE')
        = EXISTS (SELECT FROM mfa_binding b WHERE b.user_no = u.user_no))
  `.execute(db);
  const [owner] = rows;
  if (!owner) throw new AppError('SIGN_IN_STEP_OVER');
  return owner;
}

/** Spends the token, once: two calls at the same moment get one session. Throws SIGN_IN_STEP_OVER. */
export async function spendStep(tx: Queryable, stepToken: string): Promise<void> {
  const spent = await tx.deleteFrom('signInStep').where('tokenHash', '=', secretHash(stepToken)).executeTakeFirst();
  if (spent.numDeletedRows === 0n) throw new AppError('SIGN_IN_STEP_OVER');
}

/** The name by which a QR code belongs to a step. */
export const holderOfStep = (stepToken: string): string => `step:${secretHash(stepToken).toString('base64url')}`;
