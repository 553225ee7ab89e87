import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { secretHash } from '../../platform/access/index.ts';

/** What one person has to do besides the password. */
export interface SignInDemands {
  readonly isMfaBound: boolean;
  /** A role or the company demands an authenticator, or an administrator reset the last one. */
  readonly mustHaveMfa: boolean;
  /** A role demands a code by e-mail or SMS, or this browser is new to the person. */
  readonly mustValidate: boolean;
}

interface DemandRow {
  readonly isMfaBound: boolean;
  readonly mustHaveMfa: boolean;
  readonly roleValidates: boolean;
  readonly validatesNewDevices: boolean;
  readonly isKnownDevice: boolean;
}

/**
 * The policy is three settings: `role.mfa_required`, `role.validate_code_required`, and for everybody
 * the company's `signIn.mfaRequired` and `signIn.validateNewDevice`. All are off unless turned on.
 */
export async function demandsOn(db: Queryable, userNo: string, device: string | null): Promise<SignInDemands> {
  const deviceHash = device === null ? null : secretHash(device);
  const { rows } = await sql<DemandRow>`
    SELECT
      EXISTS (SELECT FROM mfa_binding b WHERE b.user_no = u.user_no) AS is_mfa_bound,
      u.must_bind_mfa OR coalesce(bool_or(r.mfa_required), false)
        OR coalesce(policy_value('signIn.mfaRequired') = 'true', false) AS must_have_mfa,
      coalesce(bool_or(r.validate_code_required), false) AS role_validates,
      coalesce(policy_value('signIn.validateNewDevice') = 'true', false) AS validates_new_devices,
      EXISTS (SELECT FROM known_device k
        WHERE k.user_no = u.user_no AND k.device_hash = ${deviceHash}::bytea AND k.proved_by_code) AS is_known_device
    FROM app_user u LEFT JOIN user_role ur USING (user_no) LEFT JOIN role r USING (role_no)
    WHERE u.user_no = ${userNo} GROUP BY u.user_no
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`the user ${userNo} does not exist`);
  return {
    isMfaBound: row.isMfaBound,
    mustHaveMfa: row.mustHaveMfa,
    mustValidate: row.roleValidates || (row.validatesNewDevices && !row.isKnownDevice),
  };
}
