import { randomInt } from 'node:crypto';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/** Without what is easily taken for another: 0 O, 1 I L, 5 S, 8 B. */
const LETTERS = '234679ACDEFGHJKMNPQRTUVWXYZ';
/** 27 to the power of 10: guessing one of 10,000 takes twenty billion tries. */
const LENGTH = 10;
const TRIES = 5;

const randomCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Makes the codes of a batch: the one that people chose, or random ones. @throws AppError PROMO_CODE_EXISTS */
export async function makeCodes(
  tx: Tx,
  {
    batchNo,
    ownCode,
    codeCount,
  }: { readonly batchNo: string; readonly ownCode: string | null; readonly codeCount: number },
): Promise<void> {
  if (ownCode !== null) {
    if ((await insertNew(tx, batchNo, [ownCode])) === 0)
      throw new AppError('PROMO_CODE_EXISTS', { fields: ['ownCode'] });
    return;
  }
  let missing = codeCount;
  for (let attempt = 0; attempt < TRIES && missing > 0; attempt += 1) {
    const codes = new Set<string>();
    while (codes.size < missing) codes.add(randomCode());
    missing -= await insertNew(tx, batchNo, [...codes]);
  }
  if (missing > 0) throw new Error(`${missing} promo codes of ${batchNo} met existing ones ${TRIES} times`);
}

/** How many of the codes were new. */
async function insertNew(tx: Tx, batchNo: string, codes: readonly string[]): Promise<number> {
  const made = await tx
    .insertInto('promoCode')
    .values(codes.map((promoCode) => ({ promoCode, batchNo })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('promoCode')
    .execute();
  return made.length;
}
