import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pinnedNode, whichNode } from './which-node.mjs';

test('a plugin is created with Node 20, and everything else is done by the Node of its project', () => {
  expect(whichNode('v20.20.2', 'create', null)).toEqual({ path: null });
  expect(whichNode('v20.20.2', 'verify', '/own/node')).toEqual({ path: '/own/node' });
  for (const version of ['v22.12.0', 'v24.0.0', 'v26.1.0'])
    expect(whichNode(version, 'verify', '/own/node')).toEqual({ path: null });
  expect(whichNode('v22.11.0', 'dev', '/own/node')).toEqual({ path: '/own/node' });
});

test('what is missing is said, with what to type', () => {
  expect(whichNode('v20.20.2', 'dev', null).fault).toMatch(
    /^This is Node v20\.20\.2, too old for "kituo-plugin dev"\. "npm install" in the plugin's folder/,
  );
  expect(whichNode('v18.20.0', 'create', null).fault).toBe(
    'kituo-plugin needs Node 20 or later; this is Node v18.20.0.',
  );
});

test('the project’s Node is the npm package, where npm was let install it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kituo-node-'));
  expect(pinnedNode(folder)).toBeNull();
  const own = join(folder, 'node_modules/node');
  await mkdir(join(own, 'bin'), { recursive: true });
  await writeFile(join(own, 'package.json'), '{ "name": "node" }');
  expect(pinnedNode(folder)).toBeNull();
  for (const name of ['node', 'node.exe']) await writeFile(join(own, 'bin', name), '');
  expect(pinnedNode(folder)).toMatch(/node_modules.node.bin.node(\.exe)?$/);
  await rm(folder, { recursive: true, force: true });
});
