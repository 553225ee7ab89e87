import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildError } from '../build/build-error.ts';
import { PublishRefusal } from '../../server/src/modules/plugins/registry/publishing/refusal.ts';
import { createPlugin, isTemplate, TEMPLATES } from './create.ts';

const USAGE = `kituo-plugin <what>
  create <folder> [--template T] [--publisher P] [--sdk <file.tgz or range>]
            writes a new plugin; it is called by its folder. Templates:
${Object.entries(TEMPLATES)
  .map(([name, about]) => `              ${name.padEnd(12)} ${about}`)
  .join('\n')}
  dev [--port 4400] [--console https://console.example] [--service http://localhost:4711]
            serves the plugin on this machine and builds it on every save; what it calls of its own
            service goes to --service
  build     builds it into dist/
  test      runs its tests against the fake host
  verify    builds it and makes the checks that the server makes
  key <publisher>
            makes a publisher's key: a private one for you, a file for the operator
  publish --key <file.pem> [--to https://console.example]
            builds, verifies, signs, packs; with --to it is sent, else an operator takes the file in
  upgrade [<file.tgz or version>]
            raises the SDK and says what of it changed`;

const [what = '', ...words] = process.argv.slice(2);

const say = (...lines: readonly string[]) => {
  for (const line of lines) console.log(line);
};

async function project(): Promise<string> {
  const folder = await realpath(process.cwd());
  if (!existsSync(join(folder, 'plugin.json')))
    throw new BuildError('There is no plugin.json here. Call it in the folder of a plugin.');
  return folder;
}

async function buildHere() {
  const { buildPlugin } = await import('../build/plugin-build.ts');
  const folder = await project();
  return await buildPlugin(folder, null, join(folder, 'dist'));
}

async function verifyHere() {
  const { verifyBuilt } = await import('./verify.ts');
  const built = await buildHere();
  for (const { page, kilobytes } of await verifyBuilt(built))
    say(`${page.padEnd(28)} ${kilobytes.toFixed(1)} KB of ${built.manifest.description.budgetKb}`);
  return built;
}

async function create(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      template: { type: 'string', default: 'list' },
      publisher: { type: 'string', default: 'my-company' },
      sdk: { type: 'string' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new BuildError(USAGE);
  const { template, publisher } = values;
  if (!isTemplate(template))
    throw new BuildError(`There is no template ${template}. There are: ${Object.keys(TEMPLATES).join(', ')}.`);
  // Called as `npm exec --package=./kituo-sdk-….tgz`, that file is where the project gets the SDK from.
  const called = process.env['npm_config_package'] ?? '';
  const sdk = values.sdk ?? (called.endsWith('.tgz') ? resolve(called) : null);
  const name = await createPlugin({ folder, template, publisher, sdk });
  say(`${name} is in ${folder}. Next:`, '', `  cd ${folder}`, '  npm install', '  npm test');
}

async function dev(): Promise<void> {
  const { startDevServer } = await import('./dev-server.ts');
  const { values } = parseArgs({
    args: words,
    options: {
      port: { type: 'string', default: '4400' },
      console: { type: 'string', multiple: true, default: [] },
      service: { type: 'string' },
    },
  });
  const { service } = values;
  if (service !== undefined && !/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(service))
    throw new BuildError('--service takes the address of the plugin’s own service: http://localhost:4711.');
  const server = await startDevServer({
    folder: await project(),
    port: Number(values.port),
    origins: values.console.map((address) => new URL(address).origin),
    ...(service !== undefined && { service }),
    tell: (event) => say(event.type === 'rebuilt' ? `built in ${event.ms} ms` : `\n${event.message}\n`),
  });
  say(`${server.origin} serves the plugin. In the console: Ctrl+K, Plugin of your own. Ctrl+C ends it.`);
  const end = () => void server.end().then(() => process.exit(0));
  process.once('SIGINT', end).once('SIGTERM', end);
}

async function publish(): Promise<void> {
  const { sendPackage } = await import('./publish.ts');
  const { writePackageFile } = await import('./package-file.ts');
  const { values } = parseArgs({
    args: words,
    options: { key: { type: 'string' }, to: { type: 'string' } },
  });
  const keyFile = values.key ?? process.env['KITUO_PUBLISHER_KEY'];
  if (keyFile === undefined || !existsSync(keyFile))
    throw new BuildError('Which key signs it? --key <file.pem>; "kituo-plugin key <publisher>" makes one.');
  const built = await verifyHere();
  const path = await writePackageFile({ ...built, keyFile, out: 'dist' });
  const { publisher } = built.manifest.description;
  if (values.to === undefined)
    return say(`${path} is signed. An operator takes it in: npm run registry -- publish ${path}`);
  const { name, version, isNew } = await sendPackage(path, { to: values.to, publisher, keyFile });
  say(
    isNew
      ? `${name} ${version} is published. An operator gives it to people.`
      : `${name} ${version} was published already, the same to the byte.`,
  );
}

async function key(): Promise<void> {
  const { makeKey } = await import('./publish.ts');
  const [publisher = ''] = words;
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(publisher))
    throw new BuildError('kituo-plugin key <publisher>: lower-case letters, digits and dashes.');
  const { keyFile, publisherFile } = await makeKey(publisher, '.');
  say(
    `${keyFile} signs for ${publisher}. Keep it: it is nowhere else.`,
    `${publisherFile} is for the operator: it goes to registry/publishers/${publisher}.json.`,
  );
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  create,
  dev,
  build: async () => {
    const { folder, manifest } = await buildHere();
    say(`${manifest.description.name} ${manifest.description.version} is in ${folder}`);
  },
  test: async () => {
    const { runTests } = await import('./run-tests.ts');
    process.exitCode = await runTests(await project(), words);
  },
  verify: async () => {
    const { manifest } = await verifyHere();
    say(`${manifest.description.name} ${manifest.description.version} is in order.`);
  },
  key,
  publish,
  upgrade: async () => {
    const { upgrade } = await import('./upgrade.ts');
    say(...(await upgrade(await project(), words[0])));
  },
};

try {
  const command = Object.hasOwn(COMMANDS, what) ? COMMANDS[what] : undefined;
  if (command === undefined) throw new BuildError(USAGE);
  await command();
} catch (fault) {
  if (fault instanceof PublishRefusal) console.error(`Refused (${fault.reason}): ${fault.message}\n${fault.mend}`);
  else if (fault instanceof BuildError) console.error(fault.message);
  else if (fault instanceof TypeError && 'code' in fault) console.error(fault.message);
  else throw fault;
  process.exitCode = 1;
}
