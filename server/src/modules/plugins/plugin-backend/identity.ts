import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Database } from '../../../db/database.ts';
import { serverSecret } from '../../platform/vault/index.ts';

export const IDENTITY_SECONDS = 60;

/** PKCS #8 of an ed25519 key, up to its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface IdentityKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  /** The public half as services read it: a JSON Web Key Set. */
  readonly keySet: { readonly keys: readonly Readonly<Record<string, string>>[] };
}

const keys = new WeakMap<Database, Promise<IdentityKey>>();

async function makeKey(db: Database): Promise<IdentityKey> {
  // One for all processes of a database, without a table of its own.
  const seed = createHash('sha256')
    .update(await serverSecret(db, 'plugin-identity'))
    .digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const keyId = createHash('sha256').update(x).digest('base64url').slice(0, 16);
  const key = { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, alg: 'EdDSA', use: 'sig' };
  return { keyId, privateKey, keySet: { keys: [key] } };
}

export function identityKey(db: Database): Promise<IdentityKey> {
  const known = keys.get(db);
  if (known) return known;
  const made = makeKey(db);
  keys.set(db, made);
  // A failed read must not be remembered.
  made.catch(() => keys.delete(db));
  return made;
}

/** What a service is notified of who asks. */
export interface Identity {
  /** Whom it is for: the plugin, or `<plugin>.trial` for the service of one on trial. */
  readonly aud: string;
  /** The trial that it was signed for, and no other. */
  readonly trial?: string;
  readonly sub: string;
  readonly name: string;
  /** Numbers of the merchants whose data the person sees; `all` for head office. */
  readonly merchants: readonly string[] | 'all';
  /** Operation codes that the plugin's pages declare and the person holds. */
  readonly permissions: readonly string[];
  /** True where values must not be shown in full. */
  readonly masked: boolean;
  /** The call it was made for: `GET /sales`. */
  readonly call: string;
  readonly jti: string;
}

/**
 * A JSON Web Token (EdDSA) that says who asks; it is valid for a minute and carries nothing of the session.
 * @param until milliseconds since 1970: when it ends at the latest, as a trial does.
 */
export async function signIdentity(
  db: Database,
  identity: Identity,
  now: number = Date.now(),
  until: number = Number.POSITIVE_INFINITY,
): Promise<string> {
  const { keyId, privateKey } = await identityKey(db);
  const iat = Math.floor(now / 1_000);
  const exp = Math.min(iat + IDENTITY_SECONDS, Math.floor(until / 1_000));
  return await new SignJWT({ ...identity })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keyId })
    .setIssuer('kituo')
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(privateKey);
}
