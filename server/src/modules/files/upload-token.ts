import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '../../http/app-error.ts';

const grant = z.object({
  uploadId: z.string().check(z.regex(/^[A-Za-z0-9-]{36}$/)),
  userNo: z.string(),
  /** The size that was granted; what arrives must be exactly that. */
  bytes: z.number(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type UploadGrant = z.output<typeof grant>;

const sign = (key: Buffer, payload: string) => createHmac('sha256', key).update(payload).digest();

/** `<payload>.<HMAC-SHA256>`, both base64url: nothing is stored until the first chunk arrives. */
export function signGrant(key: Buffer, value: UploadGrant): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${sign(key, payload).toString('base64url')}`;
}

/** The grant of a token. Throws UPLOAD_TOKEN where it is forged, somebody else's or past its time. */
export function readGrant(key: Buffer, token: unknown, userNo: string): UploadGrant {
  const [payload = '', signature = '', ...rest] = typeof token === 'string' ? token.split('.') : [];
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(key, payload);
  const isGenuine =
    rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isGenuine) throw new AppError('UPLOAD_TOKEN');
  const value = grant.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (value.userNo !== userNo || value.expiresAt < Date.now()) throw new AppError('UPLOAD_TOKEN');
  return value;
}
