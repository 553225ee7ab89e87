import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  loadRegistry,
  type RegistryPlace,
} from '../../server/src/modules/registry/load-registry.ts';
import { readRegistryFile } from '../../server/src/modules/registry/read-registry-file.ts';
import { RegistryFault } from '../../server/src/modules/registry/registry-fault.ts';
import { verifyPackage } from '../../server/src/modules/registry/verify-package.ts';

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
    const what = reason instanceof Error ? reason.message : String(reason);
    fault(`${place.file}${line}: ${what}. Servers keep the last good state until it is mended.`);
  });
  const read = await readRegistryFile(place.file).catch(() => null);
  const named = new Map(Object.entries(read?.plugins ?? {}));
  for (const [name, { enabled, rollout }] of named) {
    if (!enabled) note(`${name} is switched off: npm run registry -- enable ${name}`);
    if (rollout?.percent === 0)
      note(`${name}: the rollout of ${rollout.version} is at 0 %: nobody gets it.`);
  }
  for (const name of await readdir(place.packagesDir).catch(() => [])) {
    if (!named.has(name)) note(`${name} lies in the packages and is not in ${place.file}.`);
    for (const version of await readdir(join(place.packagesDir, name)).catch(() => [])) {
      if (version.endsWith('.tmp')) {
        note(`${name}/${version} was left by a build that was broken off; it may be deleted.`);
        continue;
      }
      await verifyPackage(place.packagesDir, name, version).catch((reason: unknown) => {
        const what = reason instanceof Error ? reason.message : String(reason);
        fault(`${name} ${version}: ${what}. Build or publish it anew.`);
      });
    }
  }
  return findings;
}
