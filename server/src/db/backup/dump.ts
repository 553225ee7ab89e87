import { spawn } from 'node:child_process';
import { BackupError } from './backup-error.ts';

/** Runs a program of PostgreSQL's client; the connection string is no argument, for those show in process lists. */
async function run(program: 'pg_dump' | 'pg_restore', databaseUrl: string, words: readonly string[]): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? process.env.PGSSLMODE ?? 'prefer',
  };
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, words, { env, stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', () => {
      reject(new BackupError(`${program} is not installed. Install PostgreSQL's client in the server's version.`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${program} ended with ${code}: ${said.trim()}`));
    });
  });
}

/**
 * Dumps a database of one's own server to a file, of one moment. Without privileges: the machine it is restored on may
 * have other roles, and each start of Kituo grants them again. @throws BackupError with what pg_dump said
 */
export async function dumpDatabase(databaseUrl: string, file: string): Promise<void> {
  await run('pg_dump', databaseUrl, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]);
}

/** Restores a dump into an empty database, whole or not at all. @throws BackupError with what pg_restore said */
export async function restoreDump(databaseUrl: string, file: string): Promise<void> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  await run('pg_restore', databaseUrl, ['--no-owner', '--single-transaction', `--dbname=${name}`, file]);
}
