import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PluginGrants } from '@kituo/sdk/contracts';
import { buildPlugin } from '../../../scripts/build/plugin-build.ts';
import { signManifest } from '../../../server/src/modules/plugins/registry/publishing/index.ts';

const PACKAGES = join(import.meta.dirname, '../../../registry/packages');

/** A plugin of somebody else's, built, signed with a key of its own and known to the operator. */
export interface ForeignPlugin {
  readonly name: string;
  /** The registry file's entry. */
  readonly entry: { enabled: true; version: string; grants: PluginGrants };
  remove(): void;
}

/** Builds the plugin in `folder`, signs it as its publisher and lets the registry beside the file know the key. */
export async function foreignPlugin(
  folder: string,
  { registryFile, grants }: { readonly registryFile: string; readonly grants: PluginGrants },
): Promise<ForeignPlugin> {
  const built = await buildPlugin(folder, null, PACKAGES);
  const { name, version, publisher } = built.manifest.description;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const manifest = readFileSync(join(built.folder, 'manifest.json'));
  const signature = signManifest(manifest, { publisher, keyId: 'test', privateKey });
  writeFileSync(join(built.folder, 'signature.json'), JSON.stringify(signature));
  const publishers = join(dirname(registryFile), 'publishers');
  mkdirSync(publishers, { recursive: true });
  const known = join(publishers, `${publisher}.json`);
  const keys = [{ id: 'test', publicKey: publicKey.toString('base64') }];
  writeFileSync(known, JSON.stringify({ name: publisher, keys }));
  return {
    name,
    entry: { enabled: true, version, grants },
    remove() {
      rmSync(dirname(built.folder), { recursive: true, force: true });
      rmSync(known, { force: true });
    },
  };
}
