// Seals secrets for the database and signs short-lived claims.

export { openVault } from './open-vault.ts';
export type { Vault } from './vault.ts';
export { VaultKeyError } from './vault.ts';
export { readClaims, serverSecret, signClaims } from './signed-claims.ts';
