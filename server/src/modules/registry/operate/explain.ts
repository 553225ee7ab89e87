import type { pluginOperate } from '@kituo/sdk/contracts';
import { PublishRefusal, readPublishers, verifySigned } from '../publishing/index.ts';
import { verifyPackage, type VerifiedPackage } from '../verify-package.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import { fitsRange } from '../sdk-range.ts';
import type { RegistryPlace } from '../load-registry.ts';
import { choose, queuePlace } from '../rollout.ts';
import type { RegistryEntry } from './edit-registry.ts';
import type { Person } from './person.ts';
import { rolloutInWords } from './roll-out.ts';

export interface Explanation {
  readonly verdict: pluginOperate.ExplainVerdict;
  /** Sentences for an operator, the reason first. */
  readonly sentences: readonly string[];
}

/** Why does, or doesn't, this person get this plugin? The first thing that stands against it is the answer. */
export async function explain(
  place: RegistryPlace,
  person: Person,
  plugin: string,
): Promise<Explanation> {
  const trial = person.trials.find((each) => each.plugin === plugin);
  if (trial)
    return say(
      'override',
      `${person.userName} tries ${plugin} from ${trial.origin} in a session of theirs.`,
      'It ends within the hour, or when they reset it. Other sessions have what the registry says.',
    );
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
  const built = await deliverable(place, plugin, version);
  if ('verdict' in built) return built;
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
    chosen.isTakenOut ? 'breaker' : 'gets it',
    `${person.userName} (${roles}) gets ${plugin} ${version} with ${held.length} of ${description.pages.length} pages.`,
    ...chosen.sentences,
    ...held.map(({ path, always }) => `  ${path}${always ? ' (everybody)' : ''}`),
  );
}

/** The package, or why nobody can have it. */
async function deliverable(
  place: RegistryPlace,
  plugin: string,
  version: string,
): Promise<VerifiedPackage | Explanation> {
  const keeps = 'The server keeps the last good registry until it is mended.';
  try {
    const built = await verifyPackage(place.packagesDir, plugin, version);
    return await verifySigned(
      built,
      place.publishersDir ? await readPublishers(place.publishersDir) : null,
    );
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    const about = `${plugin} ${version} cannot be delivered: ${what}`;
    if (fault instanceof PublishRefusal) return say('signature', about, `${fault.mend} ${keeps}`);
    return say(
      what.includes('is missing') ? 'missing' : 'integrity',
      `${about}.`,
      `${keeps} Build it: npm run build -- ${plugin}`,
    );
  }
}

/** Which version a person gets, and what a rollout has to do with it. */
function chosenVersion(
  plugin: string,
  { version, rollout }: RegistryEntry,
  person: Person,
): {
  readonly version: string;
  readonly isTakenOut: boolean;
  readonly sentences: readonly string[];
} {
  const failed = (which: string) => `${which} failed a session of theirs again and again`;
  const isStableOut = person.pluginsOut.includes(`${plugin}@${version}`);
  const stable = isStableOut
    ? [`${failed(version)}: the console does not open it there until it is loaded anew.`]
    : [];
  if (rollout === undefined) return { version, isTakenOut: isStableOut, sentences: stable };
  const choice = choose(plugin, rollout, person);
  const place = queuePlace(plugin, rollout.version, person.userNo).toFixed(2);
  const about = `A rollout gives ${rolloutInWords(rollout)}.`;
  switch (choice) {
    case 'chosen':
      return {
        version: rollout.version,
        isTakenOut: false,
        sentences: [`${about} Their place is ${place}: chosen.`],
      };
    case 'taken out':
      return {
        version,
        isTakenOut: true,
        sentences: [
          `${about} Their place is ${place}, but ${failed(rollout.version)}; it gets ${version} until they sign in anew.`,
          ...stable,
        ],
      };
    case 'not in the share yet':
    case 'of another role':
    case 'of another merchant': {
      const isLate = choice === 'not in the share yet';
      const why = isLate ? `their place is ${place}` : `they are ${choice}`;
      const sentences = [`${about} Not to them: ${why}.`, ...stable];
      return { version, isTakenOut: isStableOut, sentences };
    }
  }
}

const say = (verdict: Explanation['verdict'], ...sentences: string[]): Explanation => ({
  verdict,
  sentences,
});
