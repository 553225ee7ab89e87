import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PluginGrants, PluginManifest } from '@kituo/sdk/contracts';
import { signManifest } from '../src/modules/plugins/registry/publishing/index.ts';
import type { RegistryService } from '../src/modules/plugins/registry/registry-service.ts';
import { writePackage } from './test-package.ts';

/** In one step, as commands do: no watcher sees half of it. */
async function writeWhole(path: string, content: object): Promise<void> {
  await writeFile(`${path}.next`, JSON.stringify(content));
  await rename(`${path}.next`, path);
}

/** Makes a publisher known beside a registry file. */
export async function writePublisher(
  folder: string,
  publisher: {
    readonly name: string;
    readonly firstParty?: boolean;
    readonly keys: readonly object[];
  },
): Promise<void> {
  await mkdir(join(folder, 'publishers'), { recursive: true });
  await writeWhole(join(folder, 'publishers', `${publisher.name}.json`), publisher);
}

interface Place {
  readonly registryFile: string;
  readonly packagesDir: string;
  readonly services: { readonly registry: RegistryService };
}

/** The publisher's key, for as long as the tests run. */
const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Publishes a signed package of somebody else's and switches it on; resolves once it is offered. */
export async function addForeignPlugin(
  { registryFile, packagesDir, services: { registry } }: Place,
  parts: {
    readonly name: string;
    readonly pages: readonly string[];
    readonly grants?: PluginGrants;
    readonly more?: Partial<PluginManifest['description']>;
  },
): Promise<void> {
  const { name, pages, grants = {}, more = {} } = parts;
  const { publisher = 'savanna' } = more;
  await writePackage(packagesDir, { name, pages, more: { ...more, publisher } });
  const folder = join(packagesDir, name, '1.0.0');
  const manifest = await readFile(join(folder, 'manifest.json'));
  const signer = { publisher, keyId: 'k1', privateKey };
  await writeFile(join(folder, 'signature.json'), JSON.stringify(signManifest(manifest, signer)));
  const keys = [{ id: 'k1', publicKey: publicKey.toString('base64') }];
  await writePublisher(dirname(registryFile), { name: publisher, keys });
  const file: { plugins: object } = JSON.parse(await readFile(registryFile, 'utf8'));
  const offered = new Promise<void>((resolve, reject) => {
    const stop = registry.onChange(({ fault, plugins }) => {
      const isThere = plugins.some((plugin) => plugin.name === name);
      if (fault === null && !isThere) return;
      stop();
      if (fault === null) resolve();
      else reject(new Error(fault.reason));
    });
  });
  const entry = { enabled: true, version: '1.0.0', grants };
  await writeWhole(registryFile, { plugins: { ...file.plugins, [name]: entry } });
  await offered;
}
