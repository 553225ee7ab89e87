import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEMPLATES } from '../../scripts/plugin/create.ts';
import { packSdk } from '../../scripts/sdk-package/pack-sdk.ts';

const run = promisify(execFile);
let folder = '';
let sdk = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-install-'));
  sdk = await packSdk(folder);
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

// With what npm installs and nothing else: types, tests and the server's checks.
test.each(Object.keys(TEMPLATES))(
  '%s works after a true npm install of the tarball',
  async (name) => {
    const npm = (cwd: string, ...args: readonly string[]) => run('npm', args, { cwd });
    const create = ['exec', '--yes', `--package=${sdk}`, '--', 'kituo-plugin', 'create'];
    await npm(folder, ...create, `my-${name}`, '--template', name, '--sdk', sdk);
    const project = join(folder, `my-${name}`);
    await npm(project, 'install', '--no-audit', '--no-fund');
    await npm(project, 'test');
    const { stdout } = await npm(project, 'run', 'verify');
    expect(stdout).toContain(`my-${name} 0.1.0 is in order.`);
  },
);
