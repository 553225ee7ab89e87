import type { Settings } from '../../../config/settings.ts';
import type { Database } from '../../../db/database.ts';
import { createVault, readKey, VaultKeyError } from './vault.ts';
import type { Vault } from './vault.ts';

/**
 * The vault of this process. Throws VaultKeyError where the database holds authenticators that another key
 * sealed: their owners could not sign in, and nobody could tell why.
 */
export async function openVault(db: Database, settings: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<Vault> {
  const vault = createVault(await readKey(settings.secretKey, settings.dataDir));
  const foreign = await db
    .selectFrom('mfaBinding')
    .select('keyId')
    .where('keyId', '!=', vault.keyId)
    .limit(1)
    .executeTakeFirst();
  if (foreign) {
    throw new VaultKeyError(
      `The authenticators in the database were sealed with the key ${foreign.keyId}, this is ${vault.keyId}. ` +
        'Give every process the same KITUO_SECRET_KEY, or bring back secret.key of the data folder.',
    );
  }
  return vault;
}
