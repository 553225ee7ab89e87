import { readdir } from 'node:fs/promises';
import { Migrator } from 'kysely/migration';
import type { Migration, MigrationProvider } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = new URL('../migrations/', import.meta.url);
const fileName = /^\d{3,4}-[a-z0-9-]+\.ts$/;

/** Kysely runs migrations by the letters of their names: 1000 comes after 999 where it begins with a letter. */
const nameOf = (file: string): string => (/^\d{4}-/.test(file) ? 'M' : '') + file.slice(0, -'.ts'.length);

/** Reads `server/src/migrations/NNN-name.ts` (three digits or four); each exports `up`. Forward only: none has a `down`. */
const provider: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => fileName.test(name));
    const entries = await Promise.all(
      names.map(async (name): Promise<[string, Migration]> => {
        const module: Migration = await import(new URL(name, folder).href);
        return [nameOf(name), { up: module.up }];
      }),
    );
    return Object.fromEntries(entries);
  },
};

/**
 * Brings the database up to date, all in one transaction. Several processes may start at once:
 * an advisory lock lets one migrate while the others wait and then find nothing to do.
 * Answers the names of the migrations that ran; throws when one fails or when the database has
 * migrations that this version does not know.
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(failed ? `Migration ${failed} failed` : 'The database could not be migrated', {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}
