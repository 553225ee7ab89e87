import type { Queryable } from '../../../db/database.ts';
import type { Vault } from '../vault/index.ts';

/** What the fixed code of a number is sealed for. */
export const sealedFor = (merchantNo: string, phone: string): string => `test user ${merchantNo} ${phone}`;

/** A number that counts as a test user now, at a merchant that is for tests; at any such merchant where none is said. */
export async function testUserOf(db: Queryable, phone: string, merchantNo: string | null) {
  const found = await db
    .selectFrom('testUser as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.testUserNo', 't.merchantNo', 't.phone', 't.codeSealed'])
    .where('t.phone', '=', phone)
    .where('t.expiresAt', '>', new Date())
    .where('m.isSandbox', '=', true)
    .$if(merchantNo !== null, (query) => query.where('t.merchantNo', '=', merchantNo ?? ''))
    .orderBy('t.testUserNo')
    .executeTakeFirst();
  return found ?? null;
}

type TestUser = NonNullable<Awaited<ReturnType<typeof testUserOf>>>;

/** The code that is right for a test user, whenever one is asked for. */
export const fixedCodeOf = (vault: Vault, { codeSealed, merchantNo, phone }: TestUser): string =>
  vault.open(codeSealed, sealedFor(merchantNo, phone)).toString();
