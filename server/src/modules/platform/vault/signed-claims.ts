import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../db/database.ts';

/** The secret of one purpose, made by the first who asks; several processes on one database share it. */
export async function serverSecret(db: Queryable, purpose: string): Promise<Buffer> {
  await db
    .insertInto('serverSecret')
    .values({ purpose })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('serverSecret')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return secret;
}

const hmac = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(body).digest();

/** `<claims>.<HMAC-SHA256>`, both base64url: everybody can read it, nobody without the key can make one. */
export function signClaims(key: Buffer, claims: object): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${body}.${hmac(key, body).toString('base64url')}`;
}

/** What a token says; null for one that was altered or signed with another key. */
export function readClaims(key: Buffer, token: string): unknown {
  const [body = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = hmac(key, body);
  if (more.length > 0 || given.length !== expected.length) return null;
  if (!timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString());
}
