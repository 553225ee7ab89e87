import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {'ready' | 'scripts' | 'everything'} Need What is missing: nothing, the install scripts' work, all. */

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const lockHash = (root) =>
  createHash('sha256')
    .update(read(join(root, 'package-lock.json')) ?? '')
    .digest('hex');

const stampFile = (root) => join(root, 'node_modules', '.kituo-install');

/** The Node that the project pins as an npm package. */
export const pinnedNode = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Whether npm's own record of what it installed says the same as the lock file. */
export function isInstalledAsLocked(root) {
  const wanted = read(join(root, 'package-lock.json'));
  const installed = read(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  try {
    const present = JSON.parse(installed).packages;
    return Object.entries(JSON.parse(wanted).packages).every(([path, entry]) => {
      if (!path.startsWith('node_modules/')) return true;
      const found = present[path];
      // Packages for other platforms are in the lock file and never on the disk.
      if (!found) return entry.optional === true || entry.devOptional === true;
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

/** @returns {Need} */
export function whatIsMissing(root) {
  const isCurrent = read(stampFile(root)) === lockHash(root) || isInstalledAsLocked(root);
  if (!isCurrent) return 'everything';
  return existsSync(pinnedNode(root)) ? 'ready' : 'scripts';
}

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** npm as we were called by it, else the one on the path. */
function npm(root, args) {
  const script = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const result = /npm-cli\.c?js$/.test(script ?? '')
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`);
  return result.status === 0;
}

/**
 * Installs what the lock file names, when it is missing or the lock file changed.
 * @throws Error with a sentence for people.
 */
export function ensureInstalled(root) {
  const missing = whatIsMissing(root);
  if (missing === 'everything') {
    console.log('Installing the packages that package-lock.json names (npm ci) …');
    // Where a registry lacks packages of other platforms, npm takes the lock file for incomplete and
    // `ci` refuses it; `install` installs the same versions from it and changes neither file.
    if (!npm(root, ['ci', ...QUIET]) && !npm(root, ['install', '--no-save', ...QUIET])) {
      throw new Error(
        'The packages could not be installed: npm ci and npm install failed, the reason stands above. ' +
          'Check that npm reaches its registry, then run the command again.',
      );
    }
  }
  if (missing === 'scripts' || !existsSync(pinnedNode(root))) {
    console.log('The install scripts of some packages did not run; running them (npm rebuild) …');
    npm(root, ['rebuild']);
  }
  if (!existsSync(pinnedNode(root))) {
    throw new Error(
      `The pinned Node is missing (${pinnedNode(root)}). Its package fetches it in an install script: ` +
        'allow install scripts (npm config set ignore-scripts false) and run npm ci.',
    );
  }
  if (read(stampFile(root)) !== lockHash(root)) writeFileSync(stampFile(root), lockHash(root));
}
