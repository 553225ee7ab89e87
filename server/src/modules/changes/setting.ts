import type { change } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';

/** Whether changes of this family wait for a second person here: the setting `makerChecker.<family>`. */
export async function asksForChecker(db: Queryable, family: change.ChangeFamily): Promise<boolean> {
  const setting = await db
    .selectFrom('policySetting')
    .select('value')
    .where('settingKey', '=', `makerChecker.${family}`)
    .executeTakeFirst();
  return setting?.value === true;
}
