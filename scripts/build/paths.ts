import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';

/** The folder of the checkout; of the SDK's package where the build runs out of it. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const SOURCES = join(ROOT, 'sdk/src');
/** False where the build runs out of the SDK's package. */
export const IS_CHECKOUT = existsSync(SOURCES);

/** The SDK's modules: sources in the checkout, compiled ones in the SDK's package. */
export const SDK = IS_CHECKOUT ? SOURCES : join(ROOT, 'dist');
/** How these modules end. */
export const SDK_ENDING = IS_CHECKOUT ? '.ts' : '.js';

/** A path as an author knows it: from the checkout, or from where they called the command. */
export function shownPath(path: string): string {
  return relative(IS_CHECKOUT ? ROOT : process.cwd(), path).replaceAll('\\', '/');
}

export const HOST_OUT = join(ROOT, 'dist/host');
export const FRAME_OUT = join(ROOT, 'dist/frame');
export const PACKAGES_OUT = join(ROOT, 'registry/packages');
/** Stamps and compressed forms; elsewhere only to measure a build from nothing. */
export const CACHE = process.env['KITUO_BUILD_CACHE'] ?? join(ROOT, '.cache/build');
export const PLUGINS = join(ROOT, 'plugins');
