import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { serverSecret } from '../../platform/vault/index.ts';
import type { PaymentLink } from '../prompts/index.ts';

/*
 * The address of a link: `<key>.<number>.<end>.<signature>`, short enough for an SMS. A key signs the links of one
 * month; which keys there are is known from the links alone, so that an address cannot make up one.
 */

/** Of 32 bytes, base64url: nobody guesses 128 bits. */
const SIGNATURE_BYTES = 16;
const SHAPE = /^(k\d{6})\.([0-9a-z]{1,8})\.([0-9a-z]{1,8})\.([\w-]{22})$/;

type Signed = Pick<PaymentLink, 'linkNo' | 'keyId' | 'expiresAt'>;

/** The key that signs links made now: one a month. */
export const keyIdAt = (at: Date): string => `k${businessDateOf(at).slice(0, 7).replace('-', '')}`;

const numberOf = (linkNo: string): string => Number(linkNo.slice(2)).toString(36);
const secondsOf = (at: Date): string => Math.floor(at.getTime() / 1000).toString(36);

async function signatureOf(db: Queryable, { linkNo, keyId, expiresAt }: Signed): Promise<Buffer> {
  const key = await serverSecret(db, `payment link ${keyId}`);
  const signed = `${keyId}.${linkNo}.${secondsOf(expiresAt)}`;
  return createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}

export async function tokenOf(db: Queryable, link: Signed): Promise<string> {
  const { linkNo, keyId, expiresAt } = link;
  const signature = await signatureOf(db, link);
  return `${keyId}.${numberOf(linkNo)}.${secondsOf(expiresAt)}.${signature.toString('base64url')}`;
}

/** The number of the link that an address is of; null for one that we did not sign. */
export async function linkOfToken(db: Queryable, token: string): Promise<string | null> {
  const [, keyId, number = '', seconds, signature = ''] = SHAPE.exec(token) ?? [];
  if (keyId === undefined) return null;
  const linkNo = `PL${String(Number.parseInt(number, 36)).padStart(9, '0')}`;
  const link = await db
    .selectFrom('paymentLink')
    .select(['linkNo', 'keyId', 'expiresAt'])
    .where('linkNo', '=', linkNo)
    .executeTakeFirst();
  if (!link || link.keyId !== keyId || secondsOf(link.expiresAt) !== seconds) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = await signatureOf(db, link);
  return given.length === expected.length && timingSafeEqual(given, expected) ? linkNo : null;
}
