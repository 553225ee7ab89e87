import { menuRules } from '@kituo/sdk/contracts';
import { addPerson, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';

interface Rights {
  readonly codes: readonly string[];
  readonly pages: readonly string[];
}

/**
 * Somebody whose role takes in every merchant, until `narrow` lets the data rules of their pages leave them
 * the one merchant they have; the operations stand below the first of the pages.
 */
export async function narrowable(
  app: TestApp,
  name: string,
  merchantNo: string,
  { codes, pages }: Rights,
): Promise<{ readonly person: Person; narrow(): Promise<void> }> {
  const { db } = app.database;
  const { userNo, roleNo } = await addPerson(app.database, name, { codes, pages });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const rules = [{ roleNo, rowScope: 'MERCHANTS', maskedFields: [] }];
  return {
    person: await as(app, name),
    async narrow() {
      const admin = await as(app, 'admin');
      for (const perms of pages) {
        const { menuNo } = await db
          .selectFrom('menu')
          .select('menuNo')
          .where('perms', '=', perms)
          .executeTakeFirstOrThrow();
        if (perms === pages[0]) {
          await db.updateTable('menu').set({ parentMenuNo: menuNo }).where('perms', 'in', codes).execute();
        }
        const { code, msg } = await admin.post(menuRules.saveDataRules, { menuNo, rules });
        if (code !== 0) throw new Error(`${perms}: ${msg}`);
      }
    },
  };
}
