import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '../server/src/config/settings.ts';
import type { RegistryPlace } from '../server/src/modules/plugins/registry/registry-place.ts';
import { readRegistryFile } from '../server/src/modules/plugins/registry/read-registry-file.ts';
import { PublishRefusal } from '../server/src/modules/plugins/registry/publishing/index.ts';
import { RegistryFault } from '../server/src/modules/plugins/registry/registry-fault.ts';
import { ROOT } from './build/paths.ts';
import { examine } from './registry/doctor.ts';
import { notePublished, type RegistryEntry } from '../server/src/modules/plugins/registry/operate/edit-registry.ts';
import { PUBLISHED, readRegistryHistory } from '../server/src/modules/plugins/registry/operate/history.ts';
import { grantAsked, grantsInWords, notGranted } from '../server/src/modules/plugins/registry/operate/grants.ts';
import { explain } from '../server/src/modules/plugins/registry/operate/explain.ts';
import { findDatabase, readPerson } from './registry/read-person.ts';
import { unknownNames, type Audience } from './registry/unknown-names.ts';
import { registryPlace } from './registry/registry-place.ts';
import { pluginSchema } from './registry/plugin-schema.ts';
import { publisherSchema, registrySchema } from './registry/registry-schema.ts';
import { makeKey, packPlugin, publishFile } from './registry/publish.ts';
import { promote, rollBack, rollOut, rolloutInWords } from '../server/src/modules/plugins/registry/operate/roll-out.ts';
import { switchPlugin, verifyRegistry } from '../server/src/modules/plugins/registry/operate/switch-plugin.ts';

const USAGE = `npm run registry -- <what>
  list                      what the registry file says
  enable <plugin> [--grant] switches a plugin on; a running server takes it in at once. With --grant it gets what
                            its package declares and its entry does not grant yet
  disable <plugin>          switches a plugin off
  rollout <plugin> <version> [--percent N] [--roles R-005,...] [--merchants M0001,...]
                            gives a version to some; the same people keep it as the share grows
  promote <plugin>          gives everybody the version that is rolled out
  rollback <plugin>         ends the rollout, or goes back to the version before
  publish <file.tgz>        verifies a package and takes it in; nobody gets it by that
  pack <plugin> <version> --key <file.pem> [--out <folder>]
                            makes the signed package of a built plugin
  key <publisher>           makes a key pair and enters the public key
  history [plugin]          who changed what, and when
  verify                    checks the file and every file of every enabled package
  doctor                    looks at everything, also at what nobody gets
  explain <user> <plugin>   why this person gets this plugin, or does not
  schema                    writes the schemas for editors anew: registry, publisher, plugin`;

type Command = (place: RegistryPlace, words: readonly string[], what: string) => Promise<number>;

const say = (...lines: readonly string[]): number => {
  for (const line of lines) console.log(line);
  return 0;
};
/** A command of one plugin; without its name its line of the usage is shown. */
const ofPlugin =
  (work: (place: RegistryPlace, plugin: string) => Promise<string>): Command =>
  async (place, [plugin], what) =>
    plugin === undefined ? usage(what) : say(await work(place, plugin));

const list: Command = async (place) => {
  const { plugins } = await readRegistryFile(place.file);
  return say(
    ...Object.entries(plugins).map(([name, { enabled, version, rollout }]) => {
      const more = rollout ? `  ${rolloutInWords(rollout)}` : '';
      return `${name.padEnd(24)} ${version.padEnd(12)} ${enabled ? 'on' : 'off'}${more}`;
    }),
  );
};

const enable: Command = async (place, words, what) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { grant: { type: 'boolean', default: false } },
  });
  const [plugin] = positionals;
  if (plugin === undefined) return usage(what);
  const changed = await switchPlugin(place, plugin, true);
  const { plugins } = await readRegistryFile(place.file);
  say(`${plugin} ${plugins[plugin]?.version} is ${changed ? 'now' : 'already'} on.`);
  const granted = values.grant ? await grantAsked(place, plugin) : null;
  if (granted !== null) say(`Granted: ${grantsInWords({ ...granted, backend: false })}.`);
  const missing = await notGranted(place, plugin);
  if (missing !== null)
    say(
      `Not granted yet: ${grantsInWords(missing)}. Grant what it declares: npm run registry -- enable ${plugin} --grant`,
    );
  return 0;
};

const disable = ofPlugin(async (place, plugin) => {
  const changed = await switchPlugin(place, plugin, false);
  return `${plugin} is ${changed ? 'now' : 'already'} off.`;
});

/** Names of a rollout's audience that nobody has; without a running database they are taken as they are, and said so. */
async function unknownAudience(audience: Audience): Promise<string[]> {
  if (audience.roles === undefined && audience.merchants === undefined) return [];
  const url = findDatabase(readSettings(process.env));
  if (url !== undefined) return await unknownNames(url, audience);
  console.error('The database is not running: roles and merchants were not checked.');
  return [];
}

const rollout: Command = async (place, words, what) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      percent: { type: 'string' },
      roles: { type: 'string' },
      merchants: { type: 'string' },
    },
  });
  const [plugin, version] = positionals;
  if (plugin === undefined || version === undefined) return usage(what);
  const asked = {
    version,
    ...(values.percent !== undefined && { percent: Number(values.percent) }),
    ...(values.roles !== undefined && { roles: values.roles.split(',') }),
    ...(values.merchants !== undefined && { merchants: values.merchants.split(',') }),
  };
  if (!((asked.percent ?? 0) >= 0 && (asked.percent ?? 0) <= 100)) {
    console.error(`--percent is a number from 0 to 100, not ${values.percent}`);
    return 1;
  }
  const unknown = await unknownAudience(asked);
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', no ')}. Nothing was changed.`);
    return 1;
  }
  await rollOut(place, plugin, asked);
  return say(`${plugin}: ${rolloutInWords(asked)}.`);
};

const history: Command = async (place, [plugin]) => {
  const lines = await readRegistryHistory(place, plugin);
  const versions = (entry: RegistryEntry | null) =>
    entry === null
      ? 'nothing'
      : [`${entry.version}${entry.enabled ? '' : ' (off)'}`]
          .concat(entry.rollout ? rolloutInWords(entry.rollout) : [])
          .join(' + ');
  return say(
    ...lines.map(({ at, by, action, plugin: name, before, after }) => {
      const what = action.startsWith(PUBLISHED)
        ? 'nobody gets it by that'
        : `${versions(before)} -> ${versions(after)}`;
      return `${at}  ${by.padEnd(12)} ${action.padEnd(13)} ${name}: ${what}`;
    }),
  );
};

const publish: Command = async (place, [path], what) => {
  if (path === undefined) return usage(what);
  const { name, version, publisher, isNew } = await publishFile(place, path);
  if (!isNew) return say(`${name} ${version} was there already, the same to the byte.`);
  await notePublished(place, { plugin: name, version });
  const read = await readRegistryFile(place.file).catch(() => null);
  const next =
    read?.plugins[name] === undefined
      ? `Switch it on: npm run registry -- enable ${name}`
      : `Give it to some: npm run registry -- rollout ${name} ${version} --percent 10`;
  return say(`${name} ${version} of ${publisher} was verified and taken in. ${next}`);
};

const packed: Command = async (place, words, what) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { key: { type: 'string' }, out: { type: 'string', default: '.' } },
  });
  const [plugin, version] = positionals;
  if (plugin === undefined || version === undefined || values.key === undefined) return usage(what);
  return say(await packPlugin(place, { plugin, version, keyFile: values.key, out: values.out }));
};

const key = ofPlugin(
  async (place, publisher) =>
    `${await makeKey(place, publisher)} signs for ${publisher} from now on. Keep it: it is nowhere else.`,
);

const doctor: Command = async (place) => {
  const findings = await examine(place);
  say(...findings.map(({ isFault, sentence }) => `${isFault ? 'FAULT' : 'note '}  ${sentence}`));
  const faults = findings.filter(({ isFault }) => isFault).length;
  say(faults === 0 ? 'Everything that people get is in order.' : `${faults} to mend.`);
  return faults === 0 ? 0 : 1;
};

const explained: Command = async (place, [user, plugin], what) => {
  if (user === undefined || plugin === undefined) return usage(what);
  const person = await readPerson(readSettings(process.env), user);
  if (person === null) {
    console.error(`There is nobody called ${user}.`);
    return 1;
  }
  const { verdict, sentences } = await explain(place, person, plugin);
  return say(`${verdict}: ${sentences.join('\n')}`);
};

const schema: Command = async (place) => {
  await writeFile(join(dirname(place.file), 'registry.schema.json'), await registrySchema());
  await writeFile(join(dirname(place.file), 'publisher.schema.json'), await publisherSchema());
  await writeFile(join(ROOT, 'schemas/plugin.schema.json'), await pluginSchema());
  return 0;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  enable,
  disable,
  rollout,
  promote: ofPlugin(async (place, plugin) => `Everybody gets ${plugin} ${await promote(place, plugin)} now.`),
  rollback: ofPlugin(async (place, plugin) => `Everybody gets ${plugin} ${await rollBack(place, plugin)} now.`),
  publish,
  pack: packed,
  key,
  history,
  verify: async (place) => say(...(await verifyRegistry(place))),
  doctor,
  explain: explained,
  schema,
};

/** How the command is called, and how all of them are where it is none. */
function usage(what: string): number {
  const line = USAGE.split('\n').find((one) => one.startsWith(`  ${what} `));
  if (line !== undefined) console.error(`Something is missing: npm run registry -- ${line.trim()}`);
  else console.error(what === '' ? USAGE : `${USAGE}\n\nThere is no command ${what}.`);
  return 2;
}

async function run([what = '', ...words]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, what) ? COMMANDS[what] : undefined;
  if (command === undefined) return usage(what);
  return await command(await registryPlace(readSettings(process.env)), words, what);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (fault) {
  if (fault instanceof RegistryFault)
    console.error(`${fault.path}${fault.line === null ? '' : `:${fault.line}`}: ${fault.message}`);
  else if (fault instanceof PublishRefusal) console.error(`Refused (${fault.reason}): ${fault.message}\n${fault.mend}`);
  else console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 1;
}
