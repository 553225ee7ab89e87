import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { writeWhole } from './compress.ts';
import { CACHE, ROOT } from './paths.ts';

/** A hash over the names and contents of everything below the given files and folders. */
export async function hashInputs(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map(listFiles))).flat().sort();
  const contents = await Promise.all(files.map((path) => readFile(path)));
  const hash = createHash('sha256');
  files.forEach((path, index) => {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(contents[index] ?? '')
      .update('\0');
  });
  return hash.digest('base64url');
}

/** Every file below a path; tests, dot files and node_modules are passed over. */
export async function listFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  const names = entries.filter(
    ({ name }) => name !== 'node_modules' && !name.startsWith('.') && !/\.test\.tsx?$/.test(name),
  );
  const inner = await Promise.all(names.map(({ name }) => listFiles(join(path, name))));
  return inner.flat();
}

/** Was `target` built from these inputs, and are all files it consists of still there? */
export async function isFresh(target: string, inputs: string, files: (manifest: unknown) => string[] | null) {
  const stamp = await readFile(stampPath(target), 'utf8').catch(() => '');
  if (stamp !== `${target}\n${inputs}\n`) return false;
  const manifest = await readFile(target, 'utf8').catch(() => null);
  const named = manifest === null ? null : files(JSON.parse(manifest));
  const folder = join(target, '..');
  return named?.every((name) => existsSync(join(folder, name)) && existsSync(join(folder, `${name}.br`))) ?? false;
}

export async function writeStamp(target: string, inputs: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await writeWhole(stampPath(target), `${target}\n${inputs}\n`);
}

function stampPath(target: string): string {
  return join(CACHE, `${createHash('sha256').update(target).digest('hex').slice(0, 24)}.stamp`);
}
