import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { ConfigFamily } from './families.ts';

const ROLES_PAGE = '/AdminContent/UserSystem/RoleManagement';

/** A switch of the company, true or false: the version in force now, else what the company started with. */
export async function isSwitchedOn(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await sql<{ value: unknown }>`SELECT policy_value(${key}) AS value`.execute(db);
  return rows[0]?.value === true;
}

/** Switches guard who may do what, so they are kept like the sensitive group of a role. */
const kept = {
  isPerSubject: false,
  access: {
    see: { page: [ROLES_PAGE] },
    save: 'user:role:sensitive',
    decide: 'user:change:approve',
  },
} as const;

function policySwitch(key: string, en: string, zh: string): ConfigFamily<boolean> {
  return {
    ...kept,
    key,
    title: { en, zh },
    value: z.boolean(),
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

/** The least of each is the default; company policy may require more. */
const passwordPolicy = z.strictObject({
  minLength: z.int().check(z.minimum(10, 'At least 10'), z.maximum(64, 'At most 64')),
  /** How many of the last passwords must not come back, the present one included. */
  remembered: z.int().check(z.minimum(5, 'At least 5'), z.maximum(24, 'At most 24')),
  /** After so many days a new one has to be chosen; null: never. */
  maxAgeDays: z.nullable(z.int().check(z.minimum(30, 'At least 30 days'), z.maximum(365, 'At most 365 days'))),
});
export type PasswordPolicy = z.output<typeof passwordPolicy>;

const PASSWORD_POLICY = 'signIn.passwordPolicy';
const FIRST_POLICY: PasswordPolicy = { minLength: 10, remembered: 5, maxAgeDays: null };

export async function passwordPolicyNow(db: Queryable): Promise<PasswordPolicy> {
  const { rows } = await sql<{ value: unknown }>`
    SELECT policy_value(${PASSWORD_POLICY}) AS value`.execute(db);
  return passwordPolicy.safeParse(rows[0]?.value).data ?? FIRST_POLICY;
}

const passwordFamily: ConfigFamily<PasswordPolicy> = {
  ...kept,
  key: PASSWORD_POLICY,
  title: { en: 'Password rules', zh: '密码规则' },
  value: passwordPolicy,
  initial: async () => await Promise.resolve(FIRST_POLICY),
};

/** Company policy, changed on RoleManagement. */
export const policyFamilies: readonly ConfigFamily[] = [
  policySwitch('makerChecker.user', 'Require approval for user changes', '用户变更需要审批'),
  policySwitch('makerChecker.role', 'Require approval for role changes', '角色变更需要审批'),
  policySwitch('makerChecker.menu', 'Require approval for menu changes', '菜单变更需要审批'),
  policySwitch('signIn.mfaRequired', 'Require authenticator for everyone', '所有人登录都需要身份验证器'),
  policySwitch('signIn.validateNewDevice', 'Require code on new browsers', '新浏览器登录需要验证码'),
  passwordFamily,
];
