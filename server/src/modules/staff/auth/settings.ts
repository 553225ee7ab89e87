import { DEFAULT_SETTINGS, userSettings } from '@kituo/sdk/contracts';
import type { UserSettings } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';

/** Stored settings over the defaults; a stored value that is no longer possible gives way to them. */
function settingsFrom(stored: unknown): UserSettings {
  const known = typeof stored === 'object' && stored !== null ? stored : {};
  const whole = userSettings.safeParse({ ...DEFAULT_SETTINGS, ...known });
  if (whole.success) return whole.data;
  const faulty = new Set(whole.error.issues.map(({ path }) => path[0]));
  const sound = Object.entries(known).filter(([key]) => !faulty.has(key));
  return userSettings.parse({ ...DEFAULT_SETTINGS, ...Object.fromEntries(sound) });
}

export async function readSettings(db: Queryable, userNo: string): Promise<UserSettings> {
  const row = await db.selectFrom('userSetting').select('settings').where('userNo', '=', userNo).executeTakeFirst();
  return settingsFrom(row?.settings);
}

/** Changes the named settings alone, so that two tabs do not undo one another's other choices. */
export async function saveSettings(
  tx: Tx,
  userNo: string,
  changes: { readonly [Key in keyof UserSettings]?: UserSettings[Key] | undefined },
): Promise<UserSettings> {
  const text = JSON.stringify(changes);
  const saved = await tx
    .insertInto('userSetting')
    .values({ userNo, settings: text })
    .onConflict((conflict) =>
      conflict.column('userNo').doUpdateSet({
        settings: sql`user_setting.settings || ${text}::jsonb`,
        updatedAt: new Date(),
      }),
    )
    .returning('settings')
    .executeTakeFirstOrThrow();
  return settingsFrom(saved.settings);
}
