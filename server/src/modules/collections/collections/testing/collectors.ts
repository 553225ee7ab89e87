import { addPerson } from '../../../../../testing/test-app.ts';

/** A collector of every merchant, on shift all day. */
export async function makeCollector(
  database: Parameters<typeof addPerson>[0],
  name: string,
  facts: { readonly personnelStatus?: 'FROZEN'; readonly dailyCap?: number } = {},
  codes: readonly string[] = [],
  pages: readonly string[] = [],
): Promise<string> {
  const { db } = database;
  const { userNo } = await addPerson(database, `collector.${name}`, { codes, pages });
  await db
    .insertInto('personnel')
    .values({
      personnelKind: 'COLLECTOR',
      userNo,
      dailyCap: 100,
      firstLoanWhitelist: true,
      ...facts,
    })
    .execute();
  const merchants = await db.selectFrom('merchant').select('merchantNo').execute();
  const record = { personnelKind: 'COLLECTOR', userNo } as const;
  await db
    .insertInto('personnelMerchant')
    .values(merchants.map(({ merchantNo }) => ({ ...record, merchantNo })))
    .execute();
  await db
    .insertInto('userMerchant')
    .values(merchants.map(({ merchantNo }) => ({ userNo, merchantNo })))
    .execute();
  return userNo;
}
