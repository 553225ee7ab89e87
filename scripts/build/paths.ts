import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

export const HOST_OUT = join(ROOT, 'dist/host');
export const PACKAGES_OUT = join(ROOT, 'registry/packages');
/** Stamps and compressed forms; elsewhere only to measure a build from nothing. */
export const CACHE = process.env['KITUO_BUILD_CACHE'] ?? join(ROOT, '.cache/build');
export const PLUGINS = join(ROOT, 'plugins');
