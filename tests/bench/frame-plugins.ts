import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signManifest } from '../../server/src/modules/plugins/registry/publishing/index.ts';
import type { GeneratedPlugin } from './fixtures.ts';

const PUBLISHER = 'bench';

/**
 * Signs built plugins as a publisher whom one registry knows as somebody else, where they run in frames, and the
 * other as one of the company, where the same packages are drawn in the page.
 */
export async function signForBoth(
  plugins: readonly GeneratedPlugin[],
  packages: string,
  folders: { readonly isolated: string; readonly trusted: string },
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
  const keys = [{ id: 'bench', publicKey: publicKey.toString('base64') }];
  for (const [side, folder] of Object.entries(folders)) {
    const publishers = join(folder, 'publishers');
    await mkdir(publishers, { recursive: true });
    const known = [
      { name: 'kituo', firstParty: true, keys: [] },
      { name: PUBLISHER, firstParty: side === 'trusted', keys },
    ];
    for (const each of known) await writeFile(join(publishers, `${each.name}.json`), JSON.stringify(each));
  }
}
