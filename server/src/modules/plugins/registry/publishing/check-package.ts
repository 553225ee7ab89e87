import { createHash } from 'node:crypto';
import { pluginManifest, type PluginManifest } from '@kituo/sdk/contracts';
import { refusedFromOutside } from '../from-outside.ts';
import { fitsRange } from '../sdk-range.ts';
import { checkScript, type ScriptFacts } from './check-script.ts';
import { checkTexts } from './check-texts.ts';
import type { Publisher } from './publishers.ts';
import { PublishRefusal } from './refusal.ts';
import { verifySignature } from './signature.ts';

/** What can be checked of a package without knowing who signs. */
export interface ContentRules {
  readonly sdkVersion: string;
  readonly reactMajor: number;
  /** Names that the host provides. */
  readonly sharedNames: ReadonlySet<string>;
  /** A page's budget in its own manifest is at most this, KB brotli. */
  readonly maxBudgetKb: number;
}

/** What this company accepts. */
export interface PublishRules extends ContentRules {
  readonly publishers: ReadonlyMap<string, Publisher>;
  /** Business date, EAT. */
  readonly today: string;
}

export interface CheckedPackage {
  readonly manifest: PluginManifest;
  readonly publisher: Publisher;
  /** The files of the manifest, by name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What is kept beside them as it came. */
  readonly manifestText: Buffer;
  readonly signatureText: Buffer;
}

const MANIFEST = 'manifest.json';
const SIGNATURE = 'signature.json';
const MANIFEST_BYTES = 500_000;

/** The most a contributed section may ask for a page: one of ours costs 20 to 60 KB. */
export const MAX_BUDGET_KB = 150;

/** Checks an unpacked package, cheap and telling things first. @throws PublishRefusal */
export function checkPackage(unpacked: ReadonlyMap<string, Buffer>, rules: PublishRules): CheckedPackage {
  const manifestText = unpacked.get(MANIFEST);
  if (manifestText === undefined) throw new PublishRefusal('manifest', 'it has no manifest.json', BUILD_IT);
  if (manifestText.length > MANIFEST_BYTES)
    throw new PublishRefusal('size', 'manifest.json has more than 500 KB', 'Split the section.');
  const signatureText = unpacked.get(SIGNATURE);
  const publisher = verifySignature(manifestText, signatureText, rules);
  const manifest = readManifest(manifestText);
  const { description } = manifest;
  const files = new Map([...unpacked].filter(([name]) => name !== MANIFEST && name !== SIGNATURE));
  if (description.publisher !== publisher.name)
    throw new PublishRefusal(
      'publisher',
      `it says it is of ${description.publisher} and was signed by ${publisher.name}`,
      'Set "publisher" in plugin.json to the name in registry/publishers/.',
    );
  if (!publisher.firstParty) refuseFromOutside(manifest);
  checkManifestAndFiles(manifest, files, rules);
  return { manifest, publisher, files, manifestText, signatureText: signatureText ?? Buffer.of() };
}

/** What of these checks an author can make before anything is signed. @throws PublishRefusal */
export function checkContents(
  manifestText: Buffer,
  files: ReadonlyMap<string, Buffer>,
  rules: ContentRules,
): PluginManifest {
  const manifest = readManifest(manifestText);
  refuseFromOutside(manifest);
  checkManifestAndFiles(manifest, files, rules);
  return manifest;
}

function refuseFromOutside(manifest: PluginManifest): void {
  const refused = refusedFromOutside(manifest);
  if (refused) throw new PublishRefusal('manifest', refused.what, refused.mend);
}

function checkManifestAndFiles(
  manifest: PluginManifest,
  files: ReadonlyMap<string, Buffer>,
  rules: ContentRules,
): void {
  checkFits(manifest, rules);
  checkFiles(manifest, files);
  const scripts = checkScripts(manifest, files, rules.sharedNames);
  checkLocales(manifest, files);
  checkCapabilities(manifest, scripts);
  checkBudget(manifest, rules.maxBudgetKb);
}

const BUILD_IT = 'Build it with "kituo-plugin build" and change nothing in it afterwards.';

function readManifest(text: Buffer): PluginManifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.toString('utf8'));
  } catch {
    throw new PublishRefusal('manifest', 'manifest.json is not JSON', BUILD_IT);
  }
  const checked = pluginManifest.safeParse(parsed);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const where = issue?.path.map(String).join('.') || 'it';
  const what =
    issue?.code === 'unrecognized_keys'
      ? `does not know ${issue.keys.join(', ').slice(0, 80)}`
      : (issue?.message ?? 'has another form');
  // What the author wrote themselves is fixed where they wrote it.
  const [head, ...own] = issue?.path.map(String) ?? [];
  const mend =
    head === 'description'
      ? `Mend ${own.length > 0 ? JSON.stringify(own.join('.')) : 'it'} in plugin.json and build it again; an editor marks it by its "$schema".`
      : BUILD_IT;
  throw new PublishRefusal('manifest', `manifest.json: ${where}: ${what}`, mend);
}

function checkFits({ description, react }: PluginManifest, rules: ContentRules): void {
  const refuse = (what: string, mend: string) => new PublishRefusal('incompatible', what, mend);
  if (!fitsRange(rules.sdkVersion, description.sdk))
    throw refuse(
      `it requires SDK ${description.sdk}; this host has ${rules.sdkVersion}`,
      'Move it on with "kituo-plugin upgrade" and build it again.',
    );
  if (react !== rules.reactMajor)
    throw refuse(
      `it was built for React ${react}, this host has React ${rules.reactMajor}`,
      'Build it with the SDK of this host.',
    );
}

/** The archive holds what the manifest lists, no more, no less, and each file has the hash in its name. */
function checkFiles(manifest: PluginManifest, files: ReadonlyMap<string, Buffer>): void {
  const refuse = (what: string) => new PublishRefusal('integrity', what, BUILD_IT);
  const listed = new Set(manifest.files.map(({ name }) => name));
  if (listed.size !== manifest.files.length) throw refuse('manifest.json lists a file twice');
  for (const name of files.keys()) if (!listed.has(name)) throw refuse(`${name} is not in manifest.json`);
  for (const { name, bytes } of manifest.files) {
    const content = files.get(name);
    if (content === undefined) throw refuse(`${name} is missing`);
    const hash = createHash('sha256').update(content).digest('base64url');
    if (!name.includes(`.${hash}.`)) throw refuse(`${name} was altered after it was built`);
    if (content.length !== bytes) throw refuse(`${name} has another size than manifest.json says`);
  }
  const { entry, styles, locales, pages, fills, description } = manifest;
  const kinds: [index: number, ending: string][] = [
    [entry, '.js'],
    ...styles.map((index): [number, string] => [index, '.css']),
    ...Object.values(locales).map((index): [number, string] => [index, '.json']),
    ...[...pages, ...(fills ?? [])].flatMap(({ texts = {} }) =>
      Object.values(texts).map((index): [number, string] => [index, '.json']),
    ),
    ...[...pages, ...(fills ?? [])].flatMap((part) => [
      ...[...part.files, ...part.later].map((index): [number, string] => [index, '.js']),
      ...part.styles.map((index): [number, string] => [index, '.css']),
    ]),
  ];
  for (const [index, ending] of kinds)
    if (manifest.files[index]?.name.endsWith(ending) !== true)
      throw refuse(`manifest.json names a file ${index} that is no ${ending} of its list`);
  const built = new Set(pages.map(({ name }) => name));
  const unbuilt = description.pages.find(({ name }) => !built.has(name));
  if (unbuilt) throw refuse(`the page ${unbuilt.name} was not built`);
  const declared = new Set(description.slots?.fills?.map(({ name }) => name));
  const stray = fills?.find(({ name }) => !declared.has(name));
  if (stray) throw refuse(`plugin.json has no part ${stray.name}`);
}

function checkScripts(
  { files }: PluginManifest,
  contents: ReadonlyMap<string, Buffer>,
  sharedNames: ReadonlySet<string>,
): ScriptFacts[] {
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  return scripts.map(({ name }) => {
    const facts = checkScript(name, contents.get(name)?.toString('utf8') ?? '', sharedNames);
    const stranger = facts.files.find((file) => !contents.has(file));
    if (stranger !== undefined)
      throw new PublishRefusal('script', `${name} imports ${stranger}, which is not in it`, BUILD_IT);
    return facts;
  });
}

function checkLocales(
  { locales, files, pages, fills = [], description }: PluginManifest,
  contents: ReadonlyMap<string, Buffer>,
): void {
  for (const language of description.locales) {
    const name = files[locales[language] ?? -1]?.name;
    if (name === undefined)
      throw new PublishRefusal(
        'texts',
        `the texts of ${language} are missing`,
        `Add locales/${language}.json, or take ${language} out of "locales" in plugin.json.`,
      );
    checkTexts(name, contents.get(name) ?? Buffer.of());
  }
  for (const index of [...pages, ...fills].flatMap(({ texts = {} }) => Object.values(texts))) {
    const name = files[index]?.name ?? '';
    checkTexts(name, contents.get(name) ?? Buffer.of());
  }
}

function checkCapabilities({ description }: PluginManifest, scripts: readonly ScriptFacts[]): void {
  const declared = description.capabilities.api;
  const used = new Set(scripts.flatMap(({ families }) => families));
  const missing = [...used].filter(
    (family) => !declared.some((prefix) => family.startsWith(prefix) || prefix.startsWith(family)),
  );
  if (missing.length > 0)
    throw new PublishRefusal(
      'capability',
      `it calls ${missing.join(', ')} without declaring it`,
      `Add ${missing.map((one) => JSON.stringify(one)).join(', ')} to "capabilities.api" in plugin.json.`,
    );
}

/** By the sizes of the manifest: they are compared with the real ones when it is taken in. */
function checkBudget(manifest: PluginManifest, maxBudgetKb: number): void {
  const { description, files, entry, styles, locales, pages } = manifest;
  const refuse = (what: string, mend: string) => new PublishRefusal('budget', what, mend);
  if (description.budgetKb > maxBudgetKb)
    throw refuse(
      `its budget is ${description.budgetKb} KB a page; company policy allows ${maxBudgetKb}`,
      `Set "budgetKb" in plugin.json to ${maxBudgetKb} or less.`,
    );
  const size = (indexes: readonly (number | undefined)[]) =>
    indexes.reduce<number>((sum, index) => sum + (files[index ?? -1]?.brotliBytes ?? 0), 0);
  const common = size([entry, ...styles]);
  for (const page of pages) {
    const texts = (page.texts ?? locales)['en'];
    const kilobytes = (common + size([...page.files, ...page.styles, texts])) / 1024;
    if (kilobytes > description.budgetKb)
      throw refuse(
        `${page.name} costs ${kilobytes.toFixed(1)} KB, its budget is ${description.budgetKb}`,
        `Load what is not needed at once behind import(), or raise "budgetKb" in plugin.json, to ${maxBudgetKb} at most.`,
      );
  }
}
