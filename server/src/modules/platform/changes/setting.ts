import type { change } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { isSwitchedOn } from '../configuration/index.ts';

/** Whether changes of this family await approval here: the switch `makerChecker.<family>`. */
export async function asksForChecker(db: Queryable, family: change.ChangeFamily): Promise<boolean> {
  return await isSwitchedOn(db, `makerChecker.${family}`);
}
