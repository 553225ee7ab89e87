// Plain JavaScript without dependencies: runs on whatever Node an author has.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Writes files and no more, before anything is installed; everything else builds, serves or tests. */
const ANYWHERE = new Set([undefined, 'create']);

/** The Node that the project in `folder` has as the npm package `node`, where it was installed. */
export function pinnedNode(folder) {
  try {
    const found = createRequire(join(folder, 'package.json')).resolve('node/package.json');
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    const path = join(dirname(found), 'bin', name);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/**
 * Which Node runs a command: this one, or the project's own where this one is too old.
 *
 * @returns {{ path: string | null } | { fault: string }} null: this one
 */
export function whichNode(version, command, pinned) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isNew = major > 22 || (major === 22 && minor >= 12);
  if (isNew || (major >= 20 && ANYWHERE.has(command))) return { path: null };
  if (major < 20) return { fault: `kituo-plugin needs Node 20 or later; this is Node ${version}.` };
  if (pinned !== null) return { path: pinned };
  return {
    fault: `This is Node ${version}, too old for "kituo-plugin ${command}". "npm install" in the plugin's folder brings a newer one, which is taken by itself.`,
  };
}
