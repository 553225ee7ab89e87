import { createReadStream, existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod/mini';
import { BuildError } from '../build/build-error.ts';
import { apiChanges, sdkImports, type ApiChange } from './api-changes.ts';
import { sdkHome } from './sdk-home.ts';

const versions = z.record(z.string(), z.string());
const packed = z.object({
  name: z.literal('@kituo/sdk'),
  version: z.string(),
  kituo: z.object({ tools: versions }),
});
const projectDescription = z.looseObject({ devDependencies: versions });

const WANTED = ['package/package.json', 'package/sdk.api.md'];

/**
 * Moves a plugin on to the SDK of a tarball: range, tarball and tools. What of the public surface is gone or
 * declared in another way is told, first what the plugin uses.
 * @returns what to say. @throws BuildError, with nothing written.
 */
export async function upgrade(folder: string, tarball: string | undefined): Promise<string[]> {
  if (tarball === undefined || !existsSync(tarball))
    throw new BuildError('kituo-plugin upgrade <kituo-sdk-….tgz>: the SDK that it moves on to.');
  const files = await read(tarball, WANTED);
  const checked = packed.safeParse(jsonOf(files.get('package/package.json')));
  if (!checked.success) throw new BuildError(`${tarball} is not the SDK's tarball.`);
  const { version, kituo } = checked.data;
  const home = await sdkHome();
  const changes = apiChanges(await readFile(home.apiReport, 'utf8'), files.get('package/sdk.api.md') ?? '');
  const uses = await usedNames(folder);
  await raise(folder, tarball, version, kituo.tools);

  const isUsed = ({ door, name }: ApiChange) => uses.get(door)?.has(name) ?? false;
  const sentence = ({ door, name, kind }: ApiChange) =>
    `  ${name} of ${door} ${kind === 'gone' ? 'is gone' : 'is declared in another way'}`;
  const own = changes.filter(isUsed);
  const others = changes.length - own.length;
  return [
    `SDK ${home.version} → ${version}`,
    ...(own.length > 0 ? ['What this plugin uses:', ...own.map(sentence)] : []),
    own.length === 0
      ? 'Nothing that this plugin uses has changed.'
      : 'The new declarations are in node_modules/@kituo/sdk/sdk.api.md.',
    ...(others > 0 ? [`${others} other ${others === 1 ? 'name' : 'names'} changed, not used here.`] : []),
    'Next: npm install, npm test, npm run verify',
  ];
}

async function raise(
  folder: string,
  tarball: string,
  version: string,
  tools: Readonly<Record<string, string>>,
): Promise<void> {
  const path = join(folder, 'package.json');
  const project = projectDescription.parse(jsonOf(await readFile(path, 'utf8')));
  const before = project.devDependencies['@kituo/sdk'] ?? '';
  const file = basename(tarball);
  if (resolve(tarball) !== join(folder, file)) await copyFile(tarball, join(folder, file));
  const devDependencies = { ...project.devDependencies, '@kituo/sdk': `file:${file}`, ...tools };
  await writeFile(path, `${JSON.stringify({ ...project, devDependencies }, null, 2)}\n`);
  const pluginJson = join(folder, 'plugin.json');
  const text = await readFile(pluginJson, 'utf8');
  await writeFile(pluginJson, text.replace(/"sdk": "[^"]*"/, `"sdk": "^${version}"`));
  if (before.startsWith('file:') && before !== `file:${file}`)
    await rm(join(folder, before.slice('file:'.length)), { force: true });
}

/** What the plugin's sources import, by door. */
async function usedNames(folder: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const all = new Map<string, Set<string>>();
  const entries = await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const found = sdkImports(await readFile(join(entry.parentPath, entry.name), 'utf8'));
    for (const [door, names] of found) all.set(door, new Set([...(all.get(door) ?? []), ...names]));
  }
  return all;
}

/** Some text files of a `.tgz`. */
async function read(tarball: string, wanted: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const reader = extract();
  reader.on('entry', ({ name }, stream, next) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => {
      if (wanted.includes(name)) parts.push(part);
    });
    stream.on('end', () => {
      if (wanted.includes(name)) files.set(name, Buffer.concat(parts).toString('utf8'));
      next();
    });
  });
  await pipeline(createReadStream(tarball), createGunzip(), reader).catch(() => {
    throw new BuildError(`${tarball} cannot be unpacked. Nothing was changed.`);
  });
  return files;
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
