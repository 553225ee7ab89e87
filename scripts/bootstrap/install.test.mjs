import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pinnedNode, whatIsMissing } from './install.mjs';
import { nodeVersionFault } from './node-version.mjs';

describe('the Node we are started with', () => {
  test.each(['v20.0.0', 'v22.11.0', 'v24.21.0', 'v100.1.0'])('%s will do', (version) => {
    expect(nodeVersionFault(version)).toBeUndefined();
  });

  test.each(['v18.20.4', 'v8.0.0', 'v0.12.18'])('%s is told what is needed', (version) => {
    expect(nodeVersionFault(version)).toContain(`needs Node 20 or newer`);
    expect(nodeVersionFault(version)).toContain(version);
  });
});

describe('what is missing', () => {
  let root;
  const lock = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };
  const foreign = { 'node_modules/a-win32': { version: '1.0.0', integrity: 'x', optional: true } };
  const write = (file, packages) =>
    writeFileSync(join(root, file), JSON.stringify({ packages: { '': {}, ...packages } }));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kituo-install-'));
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    write('package-lock.json', { ...lock, ...foreign });
    write('node_modules/.package-lock.json', lock);
    writeFileSync(pinnedNode(root), '');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('nothing, when npm installed what the lock file names for this platform', () => {
    expect(whatIsMissing(root)).toBe('ready');
  });

  test('everything, when there is no node_modules', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(whatIsMissing(root)).toBe('everything');
  });

  test.each([
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['other content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
    ['one package more', { ...lock, 'node_modules/b': { version: '1.0.0', integrity: 'b' } }],
  ])('everything, when the lock file asks for %s', (_, packages) => {
    write('package-lock.json', packages);
    expect(whatIsMissing(root)).toBe('everything');
  });

  test('the scripts’ work, when the pinned Node was not fetched', () => {
    rmSync(pinnedNode(root));
    expect(whatIsMissing(root)).toBe('scripts');
  });

  test('everything, when npm’s record is half written', () => {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages": {');
    expect(whatIsMissing(root)).toBe('everything');
  });
});
