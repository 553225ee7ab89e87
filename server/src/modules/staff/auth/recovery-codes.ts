import { randomInt } from 'node:crypto';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { Vault } from '../../platform/vault/index.ts';

const COUNT = 10;
/** Without 0 o 1 l i u: they are written on paper and typed. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789';
const HALF = 6;

/** Some 58 bits: `k7m2pq-x4wz9r`. */
function newCode(): string {
  const letters = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters()}-${letters()}`;
}

/** As it is hashed: blanks, dashes and case do not matter. */
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Replaces a person's recovery codes. Answers the new ones: they can be shown this once. */
export async function renewRecoveryCodes(tx: Tx, vault: Vault, userNo: string): Promise<string[]> {
  await tx.deleteFrom('mfaRecoveryCode').where('userNo', '=', userNo).execute();
  const codes = Array.from({ length: COUNT }, newCode);
  const rows = codes.map((code) => ({ userNo, codeHash: vault.hash(plain(code), userNo) }));
  await tx.insertInto('mfaRecoveryCode').values(rows).execute();
  return codes;
}

/** Spends a recovery code. Answers whether it was one that was not used before. */
export async function spendRecoveryCode(tx: Tx, vault: Vault, userNo: string, code: string): Promise<boolean> {
  const spent = await tx
    .updateTable('mfaRecoveryCode')
    .set({ usedAt: new Date() })
    .where('userNo', '=', userNo)
    .where('codeHash', '=', vault.hash(plain(code), userNo))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

export async function recoveryCodesLeft(db: Queryable, userNo: string): Promise<number> {
  const { left } = await db
    .selectFrom('mfaRecoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('userNo', '=', userNo)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
