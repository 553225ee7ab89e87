import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hostManifest } from '../../sdk/src/contracts/console/host-manifest.ts';
import { pluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { BuildError } from './build-error.ts';
import { pruneCompressed } from './compress.ts';
import { buildHost, FRAME_SOURCES, HOST_SOURCES, MANIFEST } from './host-build.ts';
import { SDK_LATER } from './later-imports.ts';
import { FRAME_OUT, HOST_OUT, PACKAGES_OUT, PLUGINS, ROOT } from './paths.ts';
import { buildPlugin } from './plugin-build.ts';
import { readPluginDescription } from './plugin-description.ts';
import { hashInputs, isFresh, writeStamp } from './stamp.ts';

/** What the build did with one of its targets. */
export interface BuildStep {
  readonly target: string;
  readonly milliseconds: number;
  /** False when nothing it is made of had changed. */
  readonly built: boolean;
}

// esbuild, which inherits it, clears its memory as if it ran for hours: a quarter of its processor time.
process.env['GOGC'] ??= '400';

const TOOLS = [join(ROOT, 'scripts/build'), join(ROOT, 'package-lock.json')];
const CONTRACTS = join(ROOT, 'sdk/src/contracts');
const DOORS_LIST = join(ROOT, 'sdk/src/doors/doors.ts');

/**
 * Builds what changed of the named targets (`host` with `frame`, and plugin names; all when none are named).
 * `force` builds whatever the stamps say.
 */
export async function buildAll(
  names: readonly string[] = [],
  options: { readonly force?: boolean } = {},
): Promise<BuildStep[]> {
  const plugins = await pluginNames();
  const unknown = names.filter((name) => !(name in BUNDLES) && !plugins.includes(name));
  if (unknown.length > 0)
    throw new BuildError(`There is no plugin ${unknown.join(', ')}. There are: host, frame, ${plugins.join(', ')}.`);
  const wanted = names.length === 0 ? ['host', 'frame', ...plugins] : names;
  const steps = wanted.map(async (name) => {
    const start = performance.now();
    const bundle = BUNDLES[name];
    const built = await (bundle ? makeBundle(bundle, options) : makePlugin(name, options));
    return { target: name, milliseconds: performance.now() - start, built };
  });
  const done = await Promise.all(steps);
  if (done.some(({ built }) => built)) await pruneCompressed(builtFiles);
  return done;
}

/** The names of all files that host and packages consist of now. */
async function builtFiles(): Promise<string[]> {
  const packages = await readdir(PACKAGES_OUT, { recursive: true }).catch(() => []);
  const bundles = await Promise.all([HOST_OUT, FRAME_OUT].map((out) => readdir(out).catch(() => [])));
  return [...bundles.flat(), ...packages];
}

/** The folders below `plugins/` that describe a plugin. */
export async function pluginNames(): Promise<string[]> {
  const entries = await readdir(PLUGINS, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((e) => e.isDirectory() && existsSync(join(PLUGINS, e.name, 'plugin.json')))
    .map(({ name }) => name)
    .sort();
}

interface Bundle {
  readonly out: string;
  readonly sources: typeof HOST_SOURCES;
}

/** What is built of the host's and the SDK's sources. */
const BUNDLES: Readonly<Record<string, Bundle>> = {
  host: { out: HOST_OUT, sources: HOST_SOURCES },
  frame: { out: FRAME_OUT, sources: FRAME_SOURCES },
};

async function makeBundle({ out, sources }: Bundle, { force = false }): Promise<boolean> {
  const target = join(out, MANIFEST);
  const inputs = await hashInputs([...TOOLS, join(ROOT, 'host'), join(ROOT, 'sdk')]);
  const files = (manifest: unknown) => hostManifest.safeParse(manifest).data?.files.map(({ name }) => name) ?? null;
  if (!force && (await isFresh(target, inputs, files))) return false;
  await buildHost(out, sources);
  await writeStamp(target, inputs);
  return true;
}

async function makePlugin(name: string, { force = false }): Promise<boolean> {
  const folder = join(PLUGINS, name);
  const { version } = await readPluginDescription(folder, name);
  const target = join(PACKAGES_OUT, name, version, 'manifest.json');
  const inputs = await hashInputs([...TOOLS, CONTRACTS, DOORS_LIST, SDK_LATER, folder]);
  const files = (manifest: unknown) => pluginManifest.safeParse(manifest).data?.files.map((file) => file.name) ?? null;
  if (!force && (await isFresh(target, inputs, files))) return false;
  await buildPlugin(folder, name, PACKAGES_OUT);
  await writeStamp(target, inputs);
  return true;
}
