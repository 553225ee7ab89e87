import type { Settings } from '../../../config/settings.ts';
import type { Database } from '../../../db/database.ts';
import { createVault, readKey, VaultKeyError } from './vault.ts';
import type { Vault } from './vault.ts';

/**
 * The vault of this process. The first process on a database sets its key; throws VaultKeyError in one with another
 * key: what either sealed the other could not open, and nobody could tell why.
 */
export async function openVault(db: Database, settings: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<Vault> {
  const vault = createVault(await readKey(settings.secretKey, settings.dataDir));
  await db
    .insertInto('vaultKey')
    .values({ keyId: vault.keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { keyId } = await db.selectFrom('vaultKey').select('keyId').executeTakeFirstOrThrow();
  if (keyId !== vault.keyId) {
    throw new VaultKeyError(
      `This database belongs to the key ${keyId}, this is ${vault.keyId}. ` +
        'Give every process the same KITUO_SECRET_KEY, or bring back secret.key of the data folder.',
    );
  }
  return vault;
}
