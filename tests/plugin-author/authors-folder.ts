import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stageSdk } from '../../scripts/sdk-package/stage-sdk.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');

/** What a command said, and how it ended. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

/**
 * A folder outside the tree with the packed SDK in `node_modules`, where `npm install` would put it. The packages
 * that it needs are links to the tree's; no workspace of the tree is among them, so that what the SDK takes from one
 * would be missed. `npm run test:deep` installs for real.
 */
export class AuthorsFolder {
  readonly path: string;
  readonly #command: string;

  private constructor(path: string) {
    this.path = path;
    this.#command = join(path, 'node_modules/@kituo/sdk/bin/kituo-plugin.mjs');
  }

  static async make(): Promise<AuthorsFolder> {
    const path = await realpath(await mkdtemp(join(tmpdir(), 'kituo-author-')));
    const target = join(path, 'node_modules');
    await mkdir(target);
    await writeFile(join(path, 'package.json'), '{ "private": true, "type": "module" }\n');
    for (const entry of await readdir(MODULES)) {
      if (entry === '@kituo' || entry.startsWith('.')) continue;
      const inner = entry.startsWith('@') ? await readdir(join(MODULES, entry)) : [''];
      for (const name of inner) await link(join(target, entry, name), join(MODULES, entry, name));
    }
    await stageSdk(join(target, '@kituo/sdk'), { types: false });
    return new AuthorsFolder(path);
  }

  /** Starts `kituo-plugin` in a folder below. */
  start(folder: string, ...words: readonly string[]): ChildProcess {
    return spawn(process.execPath, [this.#command, ...words], {
      cwd: join(this.path, folder),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs `kituo-plugin` in a folder below to its end. */
  async run(folder: string, ...words: readonly string[]): Promise<Said> {
    return await saidBy(this.start(folder, ...words));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

async function link(path: string, to: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (!existsSync(path)) await symlink(to, path, 'junction');
}

/** All that a process says until it ends. */
export async function saidBy(child: ChildProcess): Promise<Said> {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (ended) => resolve(ended ?? -1));
  });
  return { code, text };
}
