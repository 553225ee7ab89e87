import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

export const HOST_OUT = join(ROOT, 'dist/host');
export const PACKAGES_OUT = join(ROOT, 'registry/packages');
export const CACHE = join(ROOT, '.cache/build');
export const PLUGINS = join(ROOT, 'plugins');
