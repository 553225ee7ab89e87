import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifiedPackage } from '../verify-package.ts';
import type { Publisher } from './publishers.ts';
import { PublishRefusal } from './refusal.ts';
import { verifySignature } from './signature.ts';

/**
 * The house's own packages are built beside the server; those of others carry their publisher's signature,
 * which is checked whenever they are taken in, not only when they were published.
 * @throws PublishRefusal signature, publisher
 */
export async function verifySigned(
  built: VerifiedPackage,
  publishers: ReadonlyMap<string, Publisher> | null,
): Promise<VerifiedPackage> {
  if (publishers === null) return built;
  const { publisher } = built.manifest.description;
  if (publishers.get(publisher)?.firstParty === true) return built;
  const [manifest, signature] = await Promise.all([
    readFile(built.path),
    readFile(join(built.folder, 'signature.json')).catch(() => undefined),
  ]);
  const signer = verifySignature(manifest, signature, { publishers, today: null });
  if (signer.name !== publisher)
    throw new PublishRefusal(
      'publisher',
      `it was signed by ${signer.name}`,
      `${publisher} has to sign it.`,
    );
  return built;
}
