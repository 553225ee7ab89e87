import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { BuildError } from '../build/build-error.ts';
import { projectFiles } from './project-files.ts';
import { sdkHome } from './sdk-home.ts';

/** The templates, with what each is made for. */
export const TEMPLATES = {
  list: 'a list with filters, an action on a row, views and columns',
  'list-detail': 'a list with the whole of one thing beside it',
  'form-wizard': 'a form in steps, checked step by step, sent once',
  report: 'figures over time as a chart, with the table behind it',
  calendar: 'a month of what begins and ends',
} as const satisfies Record<string, string>;
export type Template = keyof typeof TEMPLATES;

export const isTemplate = (name: string): name is Template => Object.hasOwn(TEMPLATES, name);

export interface NewPlugin {
  readonly folder: string;
  readonly template: Template;
  /** Who signs its packages: the name of a file in the company's `registry/publishers`. */
  readonly publisher: string;
  /** Where npm takes the SDK from: a tarball, which is copied into the project, or a range. */
  readonly sdk: string | null;
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/**
 * Writes a new plugin into a folder that is not there or empty; its name is the folder's.
 * @returns the plugin's name. @throws BuildError
 */
export async function createPlugin({ folder, template, publisher, sdk }: NewPlugin): Promise<string> {
  const target = resolve(folder);
  const name = basename(target);
  if (!NAME.test(name))
    throw new BuildError(
      `A plugin is called by its folder: ${name} is not made of lower-case letters, digits and dashes, a letter first.`,
    );
  if (!NAME.test(publisher))
    throw new BuildError(
      `--publisher ${publisher} is not made of lower-case letters, digits and dashes, a letter first.`,
    );
  const there = await readdir(target).catch(() => []);
  if (there.some((entry) => !entry.startsWith('.')))
    throw new BuildError(`${folder} is not empty. Nothing was written.`);
  if (sdk?.endsWith('.tgz') === true && !existsSync(sdk))
    throw new BuildError(`There is no file ${sdk}. Nothing was written.`);

  const home = await sdkHome();
  const source = join(home.templates, template);
  const exampleName = nameIn(await readFile(join(source, 'plugin.json'), 'utf8'));
  const renamed = (text: string) =>
    text
      .replaceAll(exampleName, name)
      .replaceAll(inCapitals(exampleName), inCapitals(name))
      .replace(/"publisher": "[^"]*"/, `"publisher": ${JSON.stringify(publisher)}`)
      .replace(/"sdk": "[^"]*"/, `"sdk": "^${home.version}"`)
      .replace(/"\$schema": "[^"]*"/, `"$schema": "./node_modules/@kituo/sdk/schemas/plugin.schema.json"`);
  for (const file of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const from = join(file.parentPath, file.name);
    await write(join(target, relative(source, from)), renamed(await readFile(from, 'utf8')));
  }
  const spec = sdk?.endsWith('.tgz') === true ? `file:${basename(sdk)}` : (sdk ?? `^${home.version}`);
  for (const [path, text] of Object.entries(projectFiles({ name, home, sdk: spec })))
    await write(join(target, path), text);
  if (sdk?.endsWith('.tgz') === true && resolve(sdk) !== join(target, basename(sdk)))
    await copyFile(sdk, join(target, basename(sdk)));
  return name;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function nameIn(pluginJson: string): string {
  const found = /"name": "([^"]+)"/.exec(pluginJson)?.[1];
  if (found === undefined) throw new BuildError('The template has no name.');
  return found;
}

/** `branch-visits` → `BranchVisits`: the part of an address. */
function inCapitals(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
