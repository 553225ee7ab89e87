import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { readClaims, serverSecret, signClaims } from '../vault/index.ts';

/** The key lies in the database, so that a piece may reach any process that serves it. */
const PURPOSE = 'upload';

const grant = z.object({
  uploadId: z.string().check(z.regex(/^[A-Za-z0-9-]{36}$/)),
  userNo: z.string(),
  /** The size that was granted; what arrives must be exactly that. */
  bytes: z.number(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type UploadGrant = z.output<typeof grant>;

/** `<grant>.<HMAC-SHA256>`, both base64url: nothing is stored until the first chunk arrives. */
export async function signGrant(db: Queryable, value: UploadGrant): Promise<string> {
  return signClaims(await serverSecret(db, PURPOSE), value);
}

/** The grant of a token. Throws UPLOAD_TOKEN where it is forged, somebody else's or past its time. */
export async function readGrant(db: Queryable, token: unknown, userNo: string): Promise<UploadGrant> {
  const text = typeof token === 'string' ? token : '';
  const claims = readClaims(await serverSecret(db, PURPOSE), text);
  if (claims === null) throw new AppError('UPLOAD_TOKEN');
  const value = grant.parse(claims);
  if (value.userNo !== userNo || value.expiresAt < Date.now()) throw new AppError('UPLOAD_TOKEN');
  return value;
}
