import { verifyPackage } from '../../server/src/modules/registry/verify-package.ts';
import { readRegistryFile } from '../../server/src/modules/registry/read-registry-file.ts';
import { fitsRange } from '../../server/src/modules/registry/sdk-range.ts';
import type { RegistryPlace } from '../../server/src/modules/registry/load-registry.ts';

/** What the database tells of a person. */
export interface Person {
  readonly userName: string;
  readonly isFrozen: boolean;
  readonly roles: readonly string[];
  /** Lower-cased paths of the pages held. */
  readonly pages: ReadonlySet<string>;
}

export type Verdict =
  'gets it' | 'disabled' | 'missing' | 'integrity' | 'incompatible' | 'not permitted';

export interface Explanation {
  readonly verdict: Verdict;
  /** Sentences for an operator, the reason first. */
  readonly sentences: readonly string[];
}

/** Why does, or doesn't, this person get this plugin? The first thing that stands against it is the answer. */
export async function explain(
  place: RegistryPlace,
  person: Person,
  plugin: string,
): Promise<Explanation> {
  const { plugins, lineOf } = await readRegistryFile(place.file);
  const entry = plugins[plugin];
  if (entry === undefined)
    return say('missing', `${plugin} is not in ${place.file}. Add it there with its version.`);
  const line = `${place.file}:${lineOf(plugin) ?? 1}`;
  if (!entry.enabled)
    return say(
      'disabled',
      `${plugin} is switched off (${line}). Nobody gets it.`,
      `Switch it on: npm run registry -- enable ${plugin}`,
    );

  const built = await verifyPackage(place.packagesDir, plugin, entry.version).catch(
    (fault: unknown) => (fault instanceof Error ? fault.message : String(fault)),
  );
  if (typeof built === 'string') {
    const isMissing = built.includes('is missing');
    return say(
      isMissing ? 'missing' : 'integrity',
      `${plugin} ${entry.version} cannot be delivered: ${built}.`,
      `The server keeps the last good registry until it is mended. Build it: npm run build -- ${plugin}`,
    );
  }
  const { description } = built.manifest;
  if (!fitsRange(place.sdkVersion, description.sdk))
    return say(
      'incompatible',
      `${plugin} ${entry.version} was written for SDK ${description.sdk}, this host has ${place.sdkVersion}.`,
    );
  if (person.isFrozen)
    return say('not permitted', `${person.userName} is frozen and cannot sign in at all.`);
  const held = description.pages.filter(
    ({ path, always }) => always || person.pages.has(path.toLowerCase()),
  );
  const roles = person.roles.join(', ') || 'no role';
  if (held.length === 0)
    return say(
      'not permitted',
      `${person.userName} (${roles}) holds none of the pages of ${plugin}.`,
      `One of these has to be given to one of the roles: ${description.pages.map(({ path }) => path).join(', ')}`,
    );
  return say(
    'gets it',
    `${person.userName} (${roles}) gets ${plugin} ${entry.version} with ${held.length} of ${description.pages.length} pages.`,
    ...held.map(({ path, always }) => `  ${path}${always ? ' (everybody)' : ''}`),
  );
}

const say = (verdict: Verdict, ...sentences: string[]): Explanation => ({ verdict, sentences });
