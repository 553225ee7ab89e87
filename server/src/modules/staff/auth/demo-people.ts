import type { auth, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { CallBasics } from '../../../http/implement.ts';

type Offered = Pick<ParsedRequestOf<typeof auth.login>, 'isDemoPerson' | 'userName' | 'password'>;

/** Of everybody whom a demonstration is seeded with; README says it, too. */
const DEMO_PASSWORD = 'Kituo-demo-1';
/** One for each section, who leads where work is handed out, and a second administrator to approve what the first one asks for. */
const SHOWN = [
  'admin',
  'checker',
  'reviewer',
  'wambui.gitau',
  'disburser',
  'repayer',
  'collector',
  'mumbi.ndungu',
  'telemarketer',
  'njoki.muriuki',
  'service',
  'finance',
  'traffic',
  'operator',
  'plugindev',
];

/**
 * Whether a demonstration offers this sign-in with a click. Its password is on the page, so that no check of a person
 * keeps anybody out.
 */
export function isOffered({ services }: CallBasics, { isDemoPerson, userName, password }: Offered): boolean {
  return (
    services.settings.demo && isDemoPerson === true && password === DEMO_PASSWORD && SHOWN.includes(userName.trim())
  );
}

/** Whom a demonstration offers on its sign-in page. Nobody anywhere else. */
export async function demoPeople({ db, services }: CallBasics): Promise<ReplyOf<typeof auth.demoPeople>> {
  if (!services.settings.demo) return { password: '', people: [] };
  const people = await db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userNo', 'appUser.userNo')
    .innerJoin('role', 'role.roleNo', 'userRole.roleNo')
    .leftJoin('department', 'department.deptNo', 'appUser.deptNo')
    .distinctOn('appUser.userNo')
    .select(['appUser.userName', 'appUser.realName', 'department.deptName', 'role.roleName', 'role.remark'])
    .where('appUser.userName', 'in', SHOWN)
    .where('appUser.userStatus', '=', 'NORMAL')
    .orderBy('appUser.userNo')
    .orderBy('role.roleNo')
    .execute();
  return {
    password: DEMO_PASSWORD,
    people: people.toSorted((one, other) => SHOWN.indexOf(one.userName) - SHOWN.indexOf(other.userName)),
  };
}
