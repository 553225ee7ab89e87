import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import type { Publisher } from './publishers.ts';
import { PublishRefusal, UnknownKeyRefusal } from './refusal.ts';

/** `signature.json` of a package. The manifest names every file by its hash, so signing it signs all. */
const packageSignature = z.strictObject({
  format: z.literal(1),
  publisher: z.string(),
  keyId: z.string(),
  /** SHA-256 of `manifest.json`, base64url. */
  manifest: z.string(),
  /** ed25519 over `signedText`, base64url. */
  signature: z.string(),
});
type PackageSignature = z.output<typeof packageSignature>;

interface Signer {
  readonly publisher: string;
  readonly keyId: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

const hashOf = (manifest: Uint8Array) => createHash('sha256').update(manifest).digest('base64url');

function signedText(publisher: string, keyId: string, manifestHash: string): Buffer {
  return Buffer.from(`kituo package 1\n${publisher}\n${keyId}\n${manifestHash}\n`);
}

export function signManifest(manifest: Uint8Array, { publisher, keyId, privateKey }: Signer): PackageSignature {
  const hash = hashOf(manifest);
  const key = createPrivateKey(privateKey);
  const signature = sign(null, signedText(publisher, keyId, hash), key).toString('base64url');
  return { format: 1, publisher, keyId, manifest: hash, signature };
}

/**
 * Who signed this manifest. `today` is a business date (EAT); null does not ask whether a key has ended since.
 * @throws PublishRefusal signature, publisher
 */
export function verifySignature(
  manifest: Uint8Array,
  text: Uint8Array | undefined,
  { publishers, today }: { publishers: ReadonlyMap<string, Publisher>; today: string | null },
): Publisher {
  const refuse = (what: string, mend = 'Sign it anew: kituo-plugin publish --key <file.pem>') =>
    new PublishRefusal('signature', what, mend);
  if (text === undefined) throw refuse('it is not signed (no signature.json)');
  const parsed = packageSignature.safeParse(jsonOf(text));
  if (!parsed.success) throw refuse('signature.json has another form');
  const { publisher: name, keyId, manifest: hash, signature } = parsed.data;
  const publisher = publishers.get(name);
  if (publisher === undefined)
    throw new UnknownKeyRefusal(
      'publisher',
      `nobody knows the publisher ${JSON.stringify(name.slice(0, 40))}`,
      'Ask an operator to put your public key into registry/publishers/.',
    );
  const key = publisher.keys.find(({ id }) => id === keyId);
  if (key === undefined)
    throw new UnknownKeyRefusal('signature', `${name} has no key ${JSON.stringify(keyId.slice(0, 40))}`, ASK_FOR_KEY);
  if (today !== null && key.until !== undefined && key.until < today)
    throw refuse(`the key ${keyId} of ${name} ended on ${key.until}`, ASK_FOR_KEY);
  if (hash !== hashOf(manifest)) throw refuse('the manifest was altered after it was signed');
  const publicKey = readPublicKey(key.publicKey);
  if (publicKey === null)
    throw refuse(
      `what registry/publishers/ has as the key ${keyId} of ${name} is no ed25519 key`,
      'Ask an operator to put the file of "kituo-plugin key" there as it is.',
    );
  const signed = Buffer.from(signature, 'base64url');
  const isRight = verify(null, signedText(name, keyId, hash), publicKey, signed);
  if (!isRight) throw refuse(`it was not signed with the key ${keyId} of ${name}`);
  return publisher;
}

const ASK_FOR_KEY = 'Sign with a key that stands in registry/publishers/, or have a new one put there.';

function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function jsonOf(text: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    return null;
  }
}
