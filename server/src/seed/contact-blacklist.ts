import type { Database } from '../db/database.ts';
import { placeBlock } from '../modules/collections/contacts/index.ts';
import { attachPaper } from './papers.ts';

const DAY_MS = 86_400_000;
const BLOCKS = [
  ['OBJECTED', ['ALL'], 'Brother of a customer, asked us to stop', null],
  ['WRONG_NUMBER', ['NO_CALL', 'NOT_A_CONTACT'], 'Number was given to somebody else', 180],
  ['OFFICIAL', ['NOT_A_CONTACT'], 'Switchboard of a county office', null],
  ['OBJECTED', ['NO_SMS'], 'Wants calls, no messages', 90],
] as const;

/** Numbers that staff blocked by hand; nothing where there are some. */
export async function seedContactBlacklist(db: Database, now: Date): Promise<void> {
  const known = await db
    .selectFrom('contactBlock')
    .select('blockId')
    .where('blockKind', 'in', ['OBJECTED', 'WRONG_NUMBER', 'OFFICIAL'])
    .executeTakeFirst();
  const merchant = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').executeTakeFirst();
  const by = await db.selectFrom('appUser').select('userNo').orderBy('userNo').executeTakeFirst();
  if (known || !merchant || !by) return;
  for (const index of [0, 1, 2]) {
    await attachPaper(db, 'letter', {
      attachmentNo: `SEED-BLACKLIST-${index}`,
      subjectType: 'merchantVoucher',
      subjectNo: merchant.merchantNo,
      userNo: by.userNo,
    });
  }
  await db
    .insertInto('manualBlacklist')
    .values(
      ['FRAUD', 'FORGED_DOCUMENTS', 'COURT_ORDER'].map((reasonCode, index) => ({
        subjectType: 'PHONE' as const,
        subjectValue: `25470000070${index}`,
        reasonCode,
        note: 'Seen in three applications of one week',
        merchantNo: index === 2 ? null : merchant.merchantNo,
        evidenceIds: [`SEED-BLACKLIST-${index}`],
        addedBy: by.userNo,
        addedAt: new Date(now.getTime() - (400 - index * 100) * DAY_MS),
        expiresAt: new Date(now.getTime() + (index * 200 - 30) * DAY_MS),
      })),
    )
    .execute();
  await db.transaction().execute(async (tx) => {
    for (const [index, [blockKind, blockScopes, note, days]] of BLOCKS.entries()) {
      const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
      const phone = `25470000090${index}`;
      const block = { merchantNo: merchant.merchantNo, phone, blockKind, note };
      const how = { blockScopes: [...blockScopes], expiresAt };
      await placeBlock(tx, { ...block, how }, { userNo: by.userNo, scope: 'all' });
    }
  });
  await reportWrongNumber(db, { merchantNo: merchant.merchantNo, userNo: by.userNo, now });
}

/** A number that was wrong for three customers: proposed to be blocked. */
async function reportWrongNumber(
  db: Database,
  { merchantNo, userNo, now }: { readonly merchantNo: string; readonly userNo: string; readonly now: Date },
): Promise<void> {
  const customers = await db
    .selectFrom('customer')
    .select(({ fn }) => fn.min('customerNo').as('customerNo'))
    .where('merchantNo', '=', merchantNo)
    .groupBy('idCardNo')
    .orderBy('customerNo')
    .limit(3)
    .execute();
  for (const [index, { customerNo }] of customers.entries()) {
    const attemptedAt = new Date(now.getTime() - (index * 9 + 2) * DAY_MS);
    const { attemptId } = await db
      .insertInto('contactAttempt')
      .values({
        attemptedAt,
        phone: '254700000950',
        purpose: 'SERVICE',
        channel: 'CALL',
        partyKind: null,
        customerNo,
        merchantNo,
        userNo,
      })
      .returning('attemptId')
      .executeTakeFirstOrThrow();
    await db.insertInto('contactResult').values({ attemptId, outcome: 'NUMBER_FAULT', at: attemptedAt }).execute();
  }
}
