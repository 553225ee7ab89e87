import { exec, execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pluginOperate } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATES } from '../../scripts/plugin/create.ts';
import { packSdk } from '../../scripts/sdk-package/pack-sdk.ts';
import { documentBoxes } from '../e2e/support/author-document.ts';
import { adminToken, callAs } from '../e2e/support/staff.ts';
import { startStation } from '../support/station-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const SDK = 'kituo-sdk-0.1.0.tgz';

let folder = '';
let sdk = '';
let server: ServerProcess;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kituo-install-')));
  sdk = await packSdk(join(folder, 'house'));
  expect(sdk).toBe(join(folder, 'house', SDK));
  server = await startStation();
});
afterAll(async () => {
  await server.stop();
  for (const template of Object.keys(TEMPLATES))
    await rm(join(ROOT, 'registry/packages', `my-${template}`), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

/** The shell of an author: an empty folder outside the tree, with npm, node and the SDK's one file. */
class AuthorsShell {
  readonly home: string;
  #at: string;

  constructor(home: string) {
    this.home = home;
    this.#at = home;
  }

  get at(): string {
    return this.#at;
  }

  /** Types a line as it is in the document. @returns what it said. @throws with all that it said. */
  async type(line: string): Promise<string> {
    if (line.startsWith('cd ')) {
      this.#at = join(this.#at, line.slice('cd '.length));
      return '';
    }
    // What npm tells scripts that a test runs in would be told to the author's, too.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|VITEST|NODE_ENV)/.test(name)),
    );
    // The Node of the author's machine, not the company's.
    const path = (env['PATH'] ?? '').split(delimiter).filter((each) => !each.startsWith(ROOT));
    env['PATH'] = path.join(delimiter);
    const { stdout } = await promisify(exec)(line, { cwd: this.#at, env, maxBuffer: 50_000_000 });
    return stdout;
  }
}

/** What the operator types in the company's checkout. */
async function typeAsOperator(shell: AuthorsShell, line: string): Promise<void> {
  const [, from, to] = /^cp (\S+) registry\/(\S+)$/.exec(line) ?? [];
  if (from !== undefined && to !== undefined) {
    await copyFile(join(shell.home, from), join(dirname(server.registryFile), to));
    return;
  }
  const [command, ...words] = line.replace('npm run registry -- ', 'scripts/registry.ts ').split(' ');
  await promisify(execFile)(process.execPath, [join(ROOT, command ?? ''), ...words], {
    env: { ...process.env, KITUO_REGISTRY: server.registryFile },
  });
}

/** `npm run dev` until it serves the plugin. @returns what it serves. */
async function dev(at: string): Promise<{ name: string; pages: number }> {
  const child = spawn('npm', ['run', 'dev', '--', '--port', '0'], { cwd: at, detached: true });
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          said += part.toString('utf8');
          const found = /http:\/\/localhost:\d+/.exec(said)?.[0];
          if (found !== undefined) resolve(found);
        });
      child.on('exit', () => reject(new Error(said)));
    });
    const { manifest } = await (await fetch(`${origin}/plugin.json`)).json();
    return { name: manifest.description.name, pages: manifest.pages.length };
  } finally {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // npm and what it started.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

// With what npm installs and nothing else: every line of the document, word by word.
describe.each(Object.keys(TEMPLATES))('the template %s', (template) => {
  const name = `my-${template}`;
  const own = (line: string) =>
    line
      .replaceAll('branch-notices', name)
      .replaceAll('nairobi-loans', `author-${template}`)
      .replace('--template calendar', `--template ${template}`)
      .replace('https://console.example', server.url);

  test('leads by the document from an empty folder to a section that is switched on', async () => {
    const shell = new AuthorsShell(join(folder, template));
    await mkdir(shell.home);
    await copyFile(sdk, join(shell.home, SDK));
    const said: string[] = [];
    for (const { whose, kind, lines } of documentBoxes()) {
      // What is granted is the operator's, by hand; the e2e test of authors does it.
      if (kind === 'json') continue;
      for (const line of lines.map(own))
        if (whose === 'author') said.push(await shell.type(line));
        else await typeAsOperator(shell, line);
    }
    const all = said.join('\n');
    expect(all).toMatch(/Tests +(.\[\d+m)*\s*(.\[\d+m)*\d+ passed/);
    expect(all).toContain(`${name} 0.1.0 is in order.`);
    expect(all).toContain(`${name} 0.1.0 is published.`);
    const { $schema } = JSON.parse(await readFile(join(shell.at, 'plugin.json'), 'utf8'));
    expect(JSON.parse(await readFile(join(shell.at, $schema), 'utf8')).title).toBe('Kituo plugin');
    expect(await dev(shell.at)).toEqual({ name, pages: 1 });
    const listed = async () => {
      const { plugins, fault } = await callAs(server.url, await adminToken(server.url), pluginOperate.list, {});
      return { fault, entry: plugins.find((plugin) => plugin.name === name) };
    };
    await expect.poll(listed).toMatchObject({
      fault: null,
      entry: { isListed: true, isEnabled: true, version: '0.1.0', leftOut: null },
    });
  });
});

test('"npm pack" of the SDK gives the same tarball, and leaves the checkout as it was', async () => {
  const own = join(ROOT, 'sdk/package.json');
  const before = await readFile(own, 'utf8');
  const contents = async (file: string) => (await promisify(execFile)('tar', ['-tzf', file])).stdout.split('\n').sort();
  const out = join(folder, 'by-npm');
  await mkdir(out);
  const words = ['pack', '--workspace', 'sdk', '--pack-destination', out];
  await promisify(execFile)('npm', words, { cwd: ROOT });
  expect(await contents(join(out, SDK))).toEqual(await contents(sdk));
  expect(await readFile(own, 'utf8')).toBe(before);
  expect((await readdir(join(ROOT, 'sdk'))).sort()).toEqual(['locales', 'package.json', 'src']);
});

test('a checkout of the company makes one outside of it, with the SDK beside it', async () => {
  const made = join(folder, 'from-checkout');
  const words = [join(ROOT, 'scripts/create-plugin.ts'), made, '--template', 'report'];
  await promisify(execFile)(process.execPath, words, { cwd: ROOT });
  const { devDependencies } = JSON.parse(await readFile(join(made, 'package.json'), 'utf8'));
  expect(devDependencies['@kituo/sdk']).toBe(`file:${SDK}`);
  expect((await readdir(made)).sort()).toEqual(
    expect.arrayContaining([SDK, 'locales', 'plugin.json', 'src', 'tsconfig.json']),
  );
});
