import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRegistry } from '../../server/src/modules/plugins/registry/load-registry.ts';
import type { RegistryPlace } from '../../server/src/modules/plugins/registry/registry-place.ts';
import {
  readPublishers,
  UnknownKeyRefusal,
  verifySigned,
} from '../../server/src/modules/plugins/registry/publishing/index.ts';
import { grantsInWords, notGranted } from '../../server/src/modules/plugins/registry/operate/grants.ts';
import { readRegistryFile } from '../../server/src/modules/plugins/registry/read-registry-file.ts';
import { RegistryFault } from '../../server/src/modules/plugins/registry/registry-fault.ts';
import { verifyPackage } from '../../server/src/modules/plugins/registry/verify-package.ts';

export interface Finding {
  readonly isFault: boolean;
  /** What is so, and what to do about it. */
  readonly sentence: string;
}

/** Looks at the file and at every package that lies there, also at those that nobody gets. */
export async function examine(place: RegistryPlace): Promise<Finding[]> {
  const findings: Finding[] = [];
  const fault = (sentence: string) => findings.push({ isFault: true, sentence });
  const note = (sentence: string) => findings.push({ isFault: false, sentence });
  await loadRegistry(place).catch((reason: unknown) => {
    const line = reason instanceof RegistryFault && reason.line !== null ? `:${reason.line}` : '';
    fault(`${place.file}${line}: ${messageOf(reason)}. Servers keep the last good state until it is mended.`);
  });
  const read = await readRegistryFile(place.file).catch(() => null);
  const named = new Map(Object.entries(read?.plugins ?? {}));
  const publishers = place.publishersDir
    ? await readPublishers(place.publishersDir).catch((reason: unknown) => {
        fault(`${messageOf(reason)}. Nobody's signature can be checked until it is mended.`);
        return null;
      })
    : null;
  for (const [name, { enabled, rollout }] of named) {
    if (!enabled) note(`${name} is switched off: npm run registry -- enable ${name}`);
    if (rollout?.percent === 0) note(`${name}: the rollout of ${rollout.version} is at 0 %: nobody gets it.`);
  }
  for (const name of await readdir(place.packagesDir).catch(() => [])) {
    if (name.startsWith('.')) continue;
    if (!named.has(name)) note(`${name} is published and nobody gets it: npm run registry -- enable ${name}`);
    for (const version of await readdir(join(place.packagesDir, name)).catch(() => [])) {
      if (version.endsWith('.tmp')) {
        note(`${name}/${version} was left by a build that was broken off; it may be deleted.`);
        continue;
      }
      try {
        const built = await verifyPackage(place.packagesDir, name, version);
        // Of keys that cannot be read nothing is known.
        if (publishers !== null || !place.publishersDir) await verifySigned(built, publishers);
        const entry = named.get(name);
        if (publishers === null || entry?.enabled !== true || entry.version !== version) continue;
        const missing = await notGranted(place, name);
        if (missing !== null)
          note(
            `${name} asks for ${grantsInWords(missing)} and was not granted it: npm run registry -- enable ${name} --grant`,
          );
      } catch (reason) {
        const entry = named.get(name);
        const isGiven = entry?.version === version || entry?.rollout?.version === version;
        if (!(reason instanceof UnknownKeyRefusal))
          fault(`${name} ${version}: ${messageOf(reason)}. Build or publish it anew.`);
        else if (entry?.enabled === true && isGiven)
          fault(
            `${name} ${version}: ${messageOf(reason)}: nobody gets it. Give everybody another version, or: npm run registry -- disable ${name}`,
          );
        else note(`${name} ${version}: ${messageOf(reason)}: it cannot be given to anybody.`);
      }
    }
  }
  return findings;
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));
