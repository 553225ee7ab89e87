import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signManifest } from '../../server/src/modules/registry/publishing/index.ts';
import type { GeneratedPlugin } from './fixtures.ts';

const PUBLISHER = 'bench';

/**
 * Signs built plugins as somebody who is not the house, and lets the registry in `folder` know the key: there they
 * run in frames. A registry without publishers beside it draws the same packages in the page.
 */
export async function signAsOthers(
  plugins: readonly GeneratedPlugin[],
  packages: string,
  folder: string,
): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  for (const { name, version } of plugins) {
    const built = join(packages, name, version);
    const manifest = await readFile(join(built, 'manifest.json'));
    const signature = signManifest(manifest, { publisher: PUBLISHER, keyId: 'bench', privateKey });
    await writeFile(join(built, 'signature.json'), JSON.stringify(signature));
  }
  const publishers = join(folder, 'publishers');
  await mkdir(publishers, { recursive: true });
  const known = [
    { name: 'kituo', firstParty: true, keys: [] },
    { name: PUBLISHER, keys: [{ id: 'bench', publicKey: publicKey.toString('base64') }] },
  ];
  for (const each of known)
    await writeFile(join(publishers, `${each.name}.json`), JSON.stringify(each));
}
