import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../db/database.ts';
import type { ConfigFamily } from './families.ts';

const ROLES_PAGE = '/AdminContent/UserSystem/RoleManagement';

/** A switch of the house, true or false: the version that holds now, else what the house started with. */
export async function isSwitchedOn(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await sql<{ value: unknown }>`SELECT house_setting(${key}) AS value`.execute(db);
  return rows[0]?.value === true;
}

/** Switches guard who may do what, so they are kept like the sensitive group of a role. */
function houseSwitch(key: string, en: string, zh: string): ConfigFamily<boolean> {
  return {
    key,
    title: { en, zh },
    value: z.boolean(),
    isPerSubject: false,
    access: {
      see: { page: [ROLES_PAGE] },
      save: 'user:role:sensitive',
      decide: 'user:change:approve',
    },
    async initial(db) {
      const started = await db
        .selectFrom('policySetting')
        .select('value')
        .where('settingKey', '=', key)
        .executeTakeFirst();
      return started?.value === true;
    },
  };
}

export const houseSwitches = [
  houseSwitch('makerChecker.user', 'Changes of users wait for a second person', '用户变更需要复核'),
  houseSwitch('makerChecker.role', 'Changes of roles wait for a second person', '角色变更需要复核'),
  houseSwitch('makerChecker.menu', 'Changes of menus wait for a second person', '菜单变更需要复核'),
  houseSwitch('signIn.mfaRequired', 'Everybody signs in with an authenticator', '所有人登录都需要身份验证器'),
  houseSwitch('signIn.validateNewDevice', 'A new browser asks for a code', '新浏览器登录需要验证码'),
]; // prettier-ignore
