import type { PluginGrants } from '@kituo/sdk/contracts';
import { readPublishers } from '../publishing/index.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import type { RegistryPlace } from '../registry-place.ts';
import { verifyPackage } from '../verify-package.ts';
import { editEntry, type EditedBy, type RegistryEntry } from './edit-registry.ts';

/** What a plugin's version declares, its entry does not grant and nobody gets without. */
export interface NotGranted {
  readonly version: string;
  /** API families, as path prefixes. */
  readonly api: readonly string[];
  readonly clipboard: boolean;
  readonly download: boolean;
  /** It has a service of its own, for which the entry names no address: `grants.backend`. */
  readonly backend: boolean;
}

/**
 * What `plugin` asks for in the version that everybody gets, and was not granted. Plugins of our own publishers need no
 * grants, and have none missing. @throws RegistryFault where file or package cannot be read
 */
export async function notGranted(place: RegistryPlace, plugin: string): Promise<NotGranted | null> {
  const { plugins } = await readRegistryFile(place.file);
  const entry = plugins[plugin];
  return entry === undefined ? null : await notGrantedOf(place, plugin, entry);
}

/** Grants an entry all that its version declares, but for the address of its service. Answers what was added. */
export async function grantAsked(
  place: RegistryPlace,
  plugin: string,
  edited: EditedBy = {},
): Promise<NotGranted | null> {
  let granted: NotGranted | null = null;
  await editEntry(place, { ...edited, action: 'grant', plugin }, async (entry) => {
    granted = await notGrantedOf(place, plugin, entry);
    if (granted === null) return null;
    const { api, clipboard, download } = granted;
    const grants: PluginGrants = {
      ...entry.grants,
      ...(api.length > 0 && { api: [...(entry.grants?.api ?? []), ...api] }),
      ...(clipboard && { clipboard }),
      ...(download && { download }),
    };
    return { ...entry, grants };
  });
  return granted;
}

/** `api transferApply/, clipboard`; the empty text where nothing is missing. */
export function grantsInWords({ api, clipboard, download, backend }: NotGranted): string {
  return [
    ...api.map((family) => `api ${family}`),
    ...(clipboard ? ['clipboard'] : []),
    ...(download ? ['download'] : []),
    ...(backend ? ['backend (the address of its service, in the entry)'] : []),
  ].join(', ');
}

async function notGrantedOf(place: RegistryPlace, plugin: string, entry: RegistryEntry): Promise<NotGranted | null> {
  const { version, grants = {} } = entry;
  const { description } = (await verifyPackage(place.packagesDir, plugin, version)).manifest;
  const publishers = place.publishersDir ? await readPublishers(place.publishersDir) : null;
  if (publishers === null || publishers.get(description.publisher)?.firstParty === true) return null;
  const { capabilities, backend } = description;
  const missing = {
    version,
    api: capabilities.api.filter((asked) => !(grants.api ?? []).some((one) => asked.startsWith(one))),
    clipboard: capabilities.clipboard && grants.clipboard !== true,
    download: capabilities.download && grants.download !== true,
    backend: backend !== undefined && grants.backend === undefined,
  };
  return grantsInWords(missing) === '' ? null : missing;
}
