import { createPublicKey, verify } from 'node:crypto';
import { pluginAdmin } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Publisher } from '../registry/index.ts';

/** Who sends a package without a session, and which bytes they said they would send. */
export interface PublishProof {
  readonly publisher: Publisher;
  readonly keyId: string;
  /** SHA-256 of the package, base64url. */
  readonly bodyHash: string;
}

const FORM = /^([a-z][a-z0-9-]{0,39})\.([\w-]{1,40})\.(\d{13})\.([\w-]{43})\.([\w-]{86})$/;

/**
 * Reads the header `kituo-publisher`, before anything of the body is read.
 * @throws AppError PLUGIN_PUBLISHER_KEY
 */
export function readPublishProof(
  header: unknown,
  {
    publishers,
    today,
    now,
  }: {
    readonly publishers: ReadonlyMap<string, Publisher>;
    /** Business date, EAT. */
    readonly today: string;
    readonly now: number;
  },
): PublishProof {
  const [, name = '', keyId = '', sentAt = '', bodyHash = '', signature = ''] =
    FORM.exec(typeof header === 'string' ? header : '') ?? [];
  if (name === '') throw refusedKey('the header kituo-publisher is missing or has another form', RESEND);
  const publisher = publishers.get(name);
  const key = publisher?.keys.find(({ id }) => id === keyId);
  if (publisher === undefined || key === undefined)
    throw refusedKey(`nobody knows the key ${keyId} of ${name}`, ASK_FOR_KEY);
  if (key.until !== undefined && key.until < today)
    throw refusedKey(`the key ${keyId} of ${name} ended on ${key.until}`, ASK_FOR_KEY);
  if (Math.abs(now - Number(sentAt)) > pluginAdmin.PUBLISH_PROOF_MS)
    throw refusedKey('it was signed more than five minutes ago, by this server’s clock', RESEND);
  const publicKey = createPublicKey({
    key: Buffer.from(key.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const text = pluginAdmin.publishProofText(name, keyId, Number(sentAt), bodyHash);
  const isRight =
    publicKey.asymmetricKeyType === 'ed25519' &&
    verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
  if (!isRight) throw refusedKey(`it was not signed with the key ${keyId} of ${name}`, ASK_FOR_KEY);
  return { publisher, keyId, bodyHash };
}

const RESEND = 'Send it again with "kituo-plugin publish".';
const ASK_FOR_KEY = 'Sign with a key that stands in registry/publishers/, or have a new one put there.';

export function refusedKey(what: string, mend: string = RESEND): AppError {
  return new AppError('PLUGIN_PUBLISHER_KEY', { facts: { what, mend } });
}
