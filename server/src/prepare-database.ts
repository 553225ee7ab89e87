import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Settings } from './config/settings.ts';
import { canUndoGuards, grantToServe, serveAsOwnRole } from './db/app-role.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/pool.ts';

interface Addresses {
  readonly settings: Pick<Settings, 'databaseOwnerUrl'>;
  readonly databaseUrl: string;
  readonly isEmbedded?: boolean;
}

/**
 * Migrates as the database's owner, and lets go of that connection.
 * @returns the address to serve with: of a role that owns nothing, where one was given or can be made
 */
export async function prepareDatabase(
  { settings, databaseUrl, isEmbedded = false }: Addresses,
  log: Logger,
): Promise<string> {
  const ownerUrl = settings.databaseOwnerUrl ?? databaseUrl;
  const owner = openDatabase(ownerUrl, { maxConnections: 2 });
  try {
    const migrations = await migrate(owner.db);
    if (migrations.length > 0) log.info({ migrations }, 'database migrated');
    if (isEmbedded) return await serveAsOwnRole(owner.db, ownerUrl, randomBytes(24).toString('hex'));
    if (settings.databaseOwnerUrl) {
      await grantToServe(owner.db, decodeURIComponent(new URL(databaseUrl).username));
    } else if (await canUndoGuards(owner.db)) {
      log.warn(
        'the role of DATABASE_URL owns the tables it serves: give the owner as DATABASE_OWNER_URL, and another here',
      );
    }
    return databaseUrl;
  } finally {
    await owner.close();
  }
}
