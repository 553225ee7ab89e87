import { verifyPackage } from '../verify-package.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import { fitsRange } from '../sdk-range.ts';
import type { RegistryPlace } from '../load-registry.ts';
import { choose, queuePlace } from '../rollout.ts';
import type { RegistryEntry } from './edit-registry.ts';
import { rolloutInWords } from './roll-out.ts';

/** What the database tells of a person. */
export interface Person {
  readonly userName: string;
  readonly userNo: string;
  readonly isFrozen: boolean;
  readonly roles: readonly { readonly roleNo: string; readonly roleName: string }[];
  readonly merchants: readonly { readonly merchantNo: string }[];
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

  const chosen = chosenVersion(plugin, entry, person);
  const { version } = chosen;
  const built = await verifyPackage(place.packagesDir, plugin, version).catch((fault: unknown) =>
    fault instanceof Error ? fault.message : String(fault),
  );
  if (typeof built === 'string') {
    const isMissing = built.includes('is missing');
    return say(
      isMissing ? 'missing' : 'integrity',
      `${plugin} ${version} cannot be delivered: ${built}.`,
      `The server keeps the last good registry until it is mended. Build it: npm run build -- ${plugin}`,
    );
  }
  const { description } = built.manifest;
  if (!fitsRange(place.sdkVersion, description.sdk))
    return say(
      'incompatible',
      `${plugin} ${version} was written for SDK ${description.sdk}, this host has ${place.sdkVersion}.`,
    );
  if (person.isFrozen)
    return say('not permitted', `${person.userName} is frozen and cannot sign in at all.`);
  const held = description.pages.filter(
    ({ path, always }) => always || person.pages.has(path.toLowerCase()),
  );
  const roles = person.roles.map(({ roleName }) => roleName).join(', ') || 'no role';
  if (held.length === 0)
    return say(
      'not permitted',
      `${person.userName} (${roles}) holds none of the pages of ${plugin}.`,
      `One of these has to be given to one of the roles: ${description.pages.map(({ path }) => path).join(', ')}`,
    );
  return say(
    'gets it',
    `${person.userName} (${roles}) gets ${plugin} ${version} with ${held.length} of ${description.pages.length} pages.`,
    ...chosen.sentences,
    ...held.map(({ path, always }) => `  ${path}${always ? ' (everybody)' : ''}`),
  );
}

/** Which version a person gets, and what a rollout has to do with it. */
function chosenVersion(
  plugin: string,
  { version, rollout }: RegistryEntry,
  person: Person,
): { readonly version: string; readonly sentences: readonly string[] } {
  if (rollout === undefined) return { version, sentences: [] };
  const choice = choose(plugin, rollout, person);
  const place = queuePlace(plugin, rollout.version, person.userNo).toFixed(2);
  const about = `A rollout gives ${rolloutInWords(rollout)}.`;
  if (choice === 'chosen')
    return { version: rollout.version, sentences: [`${about} Their place is ${place}: chosen.`] };
  const why = choice === 'not in the share yet' ? `their place is ${place}` : `they are ${choice}`;
  return { version, sentences: [`${about} Not to them: ${why}.`] };
}

const say = (verdict: Verdict, ...sentences: string[]): Explanation => ({ verdict, sentences });
