import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifiedPackage } from '../verify-package.ts';
import type { Publisher } from './publishers.ts';
import { PublishRefusal, UnknownKeyRefusal } from './refusal.ts';
import { verifySignature } from './signature.ts';

/**
 * The company's own packages are built beside the server; those of others carry their publisher's signature,
 * which is checked whenever they are taken in, not only when they were published.
 * @param publishers null where nobody else publishes: what somebody signed is then of nobody who is known.
 * @throws PublishRefusal signature, publisher; UnknownKeyRefusal where the key was withdrawn, or never known
 */
export async function verifySigned(
  built: VerifiedPackage,
  publishers: ReadonlyMap<string, Publisher> | null,
): Promise<VerifiedPackage> {
  const { publisher } = built.manifest.description;
  if (publishers?.get(publisher)?.firstParty === true) return built;
  const [manifest, signature] = await Promise.all([
    readFile(built.path),
    readFile(join(built.folder, 'signature.json')).catch(() => undefined),
  ]);
  if (publishers === null && signature === undefined) return built;
  if (publishers === null)
    throw new UnknownKeyRefusal(
      'publisher',
      `nobody knows the publisher ${JSON.stringify(publisher)}`,
      'Put its public key into registry/publishers/.',
    );
  const signer = verifySignature(manifest, signature, { publishers, today: null });
  if (signer.name !== publisher)
    throw new PublishRefusal('publisher', `it was signed by ${signer.name}`, `${publisher} has to sign it.`);
  return built;
}
