import type { pluginOperate } from '@kituo/sdk/contracts';
import { PublishRefusal, readPublishers, UnknownKeyRefusal, verifySigned } from '../publishing/index.ts';
import { verifyPackage, type VerifiedFiles, type VerifiedPackage } from '../verify-package.ts';
import { readRegistryFile, type ReadRegistry } from '../read-registry-file.ts';
import { RegistryFault } from '../registry-fault.ts';
import { fitsRange } from '../sdk-range.ts';
import { loadRegistry } from '../load-registry.ts';
import type { RegistryPlace } from '../registry-place.ts';
import { choose, queuePlace } from '../rollout.ts';
import { versionsOf } from '../version-order.ts';
import type { RegistryEntry } from './edit-registry.ts';
import { EXPLAIN_WORDS, type ExplainLanguage, type ExplainWords } from './explain-words.ts';
import type { Person } from './person.ts';

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
  language: ExplainLanguage = 'en',
): Promise<Explanation> {
  const words = EXPLAIN_WORDS[language];
  const { userName } = person;
  const trial = person.trials.find((each) => each.plugin === plugin);
  if (trial) return say('override', words.tries(userName, plugin, trial.origin), words.triesUntil);
  const file = await fileOrFault(place);
  if (file instanceof RegistryFault) {
    const where = `${file.path}${file.line === null ? '' : `:${file.line}`}: ${file.message}`;
    return say('fault', words.unreadable(where), words.keepsLast);
  }
  const entry = file.plugins[plugin];
  if (entry === undefined) {
    const isThere = (await versionsOf(place, plugin)).length > 0;
    const next = isThere ? words.switchOn(plugin) : words.noPackage;
    return say('missing', words.missing(plugin, place.file), next);
  }
  if (!entry.enabled) {
    const line = `${place.file}:${file.lineOf(plugin) ?? 1}`;
    return say('disabled', words.disabled(plugin, line), words.switchOn(plugin));
  }

  let chosen = chosenVersion(plugin, entry, person, words);
  let built = await deliverable(place, plugin, chosen.version, words);
  if ('isLeftOut' in built && built.isLeftOut && chosen.version !== entry.version) {
    // A rollout that is left out is nobody's: whom it chose has what everybody has.
    chosen = { ...chosen, version: entry.version, sentences: built.sentences.slice(0, 1) };
    built = await deliverable(place, plugin, chosen.version, words);
  }
  if ('isLeftOut' in built) {
    const { verdict, sentences, isLeftOut } = built;
    return say(verdict, ...sentences, ...(isLeftOut ? chosen.sentences : []));
  }
  const { description } = built.manifest;
  if (person.isFrozen) return say('not permitted', words.frozen(userName));
  const held = description.pages.filter(({ path, always }) => always || person.pages.has(path.toLowerCase()));
  const whom = { userName, roles: person.roles.map(({ roleName }) => roleName) };
  if (held.length === 0)
    return say('not permitted', words.holdsNone(whom, plugin), words.oneOf(description.pages.map(({ path }) => path)));
  return say(
    chosen.verdict,
    words.gets(whom, description, held.length, description.pages.length),
    ...chosen.sentences,
    ...held.map(({ path, always }) => words.page(path, always === true)),
    ...(await faultElsewhere(place, words)),
  );
}

/** Files that were read before and did not change since. */
const read: VerifiedFiles = new Map();

/** What is wrong with another section keeps the whole file from being taken in. */
async function faultElsewhere(place: RegistryPlace, words: ExplainWords): Promise<string[]> {
  try {
    await loadRegistry(place, read);
    return [];
  } catch (fault) {
    return [words.notInForce(fault instanceof Error ? fault.message : String(fault))];
  }
}

async function fileOrFault(place: RegistryPlace): Promise<ReadRegistry | RegistryFault> {
  try {
    return await readRegistryFile(place.file);
  } catch (fault) {
    if (fault instanceof RegistryFault) return fault;
    throw fault;
  }
}

interface Undeliverable extends Explanation {
  /** Of this version alone; false where it keeps the server from taking the whole file in. */
  readonly isLeftOut: boolean;
}

/** The package, or why nobody can have it. */
async function deliverable(
  place: RegistryPlace,
  plugin: string,
  version: string,
  words: ExplainWords,
): Promise<VerifiedPackage | Undeliverable> {
  const leftOut = (verdict: Explanation['verdict'], ...sentences: string[]) => ({
    ...say(verdict, ...sentences),
    isLeftOut: true,
  });
  const inTheWay = (verdict: Explanation['verdict'], ...sentences: string[]) => ({
    ...say(verdict, ...sentences),
    isLeftOut: false,
  });
  try {
    const built = await verifyPackage(place.packagesDir, plugin, version);
    const publishers = place.publishersDir ? await readPublishers(place.publishersDir) : null;
    await verifySigned(built, publishers);
    const { description } = built.manifest;
    if (fitsRange(place.sdkVersion, description.sdk)) return built;
    return leftOut('incompatible', words.incompatible(description, place.sdkVersion));
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    const about = words.undeliverable({ name: plugin, version }, what);
    if (fault instanceof UnknownKeyRefusal) return leftOut('signature', about, words.withdrawn);
    if (fault instanceof PublishRefusal) return inTheWay('signature', about, words.sign(plugin), words.keepsLast);
    const verdict = what.includes('is missing') ? 'missing' : 'integrity';
    return inTheWay(verdict, about, words.keepsLast, words.build(plugin));
  }
}

interface ChosenVersion extends Explanation {
  readonly version: string;
}

/** Which version a person gets, and what a rollout and the breaker have to do with it. */
function chosenVersion(
  plugin: string,
  { version, rollout }: RegistryEntry,
  person: Person,
  words: ExplainWords,
): ChosenVersion {
  const isStableOut = person.pluginsOut.includes(`${plugin}@${version}`);
  const stable = isStableOut ? [words.closed(version)] : [];
  if (rollout === undefined) return { version, verdict: isStableOut ? 'breaker' : 'gets it', sentences: stable };
  const choice = choose(plugin, rollout, person);
  const place = queuePlace(plugin, rollout.version, person.userNo).toFixed(2);
  const about = (what: string) => words.rollout(rollout) + what;
  switch (choice) {
    case 'chosen':
      return {
        version: rollout.version,
        verdict: 'rollout',
        sentences: [about(words.chosen(place))],
      };
    case 'taken out':
      return {
        version,
        verdict: 'breaker',
        sentences: [about(words.takenOut(place, rollout.version, version)), ...stable],
      };
    case 'not in the share yet':
    case 'of another role':
    case 'of another merchant': {
      const why = choice === 'not in the share yet' ? words.notYet(place) : words.elsewhere(choice);
      const verdict = isStableOut ? 'breaker' : 'rollout';
      return { version, verdict, sentences: [about(why), ...stable] };
    }
  }
}

const say = (verdict: Explanation['verdict'], ...sentences: string[]): Explanation => ({
  verdict,
  sentences,
});
