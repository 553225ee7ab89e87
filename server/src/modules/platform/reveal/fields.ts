import { type ParsedRequestOf, revealField, type sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Reading } from '../../../lists/index.ts';
import { configAt } from '../configuration/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { sensitiveInfoFamily } from './sensitive-info.ts';
import { screensByTitle } from './view-as.ts';

type Row = sensitiveInfo.FieldRow;
type Filters = ParsedRequestOf<typeof sensitiveInfo.page>['filters'];

/** The floor. */
const MASKS: Readonly<Record<Row['fieldKey'], Row['maskRule']>> = {
  customerName: 'ENDS',
  phone: 'PHONE',
  idCardNo: 'ENDS',
  bankAccount: 'ENDS',
  email: 'EMAIL',
  address: 'ENDS',
  contacts: 'PHONE',
  location: 'ENDS',
};

/** So much of a budget is near its end. */
const NEAR = 0.8;

/** The screens that a rule names. */
const screensIn = (rule: Row['rule']): string[] =>
  rule === null ? [] : [...new Set([...rule.tailScreens, ...rule.hiddenScreens, ...rule.noFileScreens])];

/** Every kind of value that is masked, as its rule and the roles have it now. */
export async function fieldsFor(filters: Filters, { db, caller, lang }: Reading): Promise<Row[]> {
  const now = new Date();
  const { value } = await configAt(db, sensitiveInfoFamily, now);
  const roles = await db
    .selectFrom('role as r')
    .select(['r.roleNo', 'r.roleName', 'r.revealFields'])
    .select(
      sql<string[]>`array(select ur.user_no from user_role ur join app_user u using (user_no)
        where ur.role_no = r.role_no and u.user_status = 'NORMAL')`.as('userNos'),
    )
    .orderBy('r.roleName')
    .execute();
  const shown = await db
    .selectFrom('revealLog')
    .select(['field', 'userNo', (eb) => eb.fn.countAll<number>().as('count')])
    .where('eatDay', '=', businessDateOf(now))
    .where('outcome', '=', 'SHOWN')
    .groupBy(['field', 'userNo'])
    .execute();
  const screens = await screensByTitle({}, { db, lang });
  const titles = new Map(screens.map(({ path, title }) => [path, title]));
  const rows: Row[] = revealField.options.map((fieldKey) => {
    const rule = value?.rules.find((one) => one.fieldKey === fieldKey) ?? null;
    const may = roles.filter(
      ({ roleNo, revealFields }) =>
        revealFields.includes(fieldKey) &&
        (rule === null || rule.revealRoles.length === 0 || rule.revealRoles.includes(roleNo)),
    );
    const counts = shown.filter(({ field }) => field === fieldKey).map(({ count }) => count);
    return {
      fieldKey,
      maskRule: rule === null || rule.maskRule === 'FLOOR' ? MASKS[fieldKey] : rule.maskRule,
      rule,
      roleNames: may.map(({ roleName }) => roleName),
      screenTitles: screensIn(rule).map((path) => titles.get(path) ?? path),
      users: new Set(may.flatMap(({ userNos }) => userNos)).size,
      revealsToday: counts.reduce((sum, count) => sum + count, 0),
      nearBudget: rule === null ? 0 : counts.filter((count) => count >= rule.dailyRevealBudget * NEAR).length,
      allowedActions: caller.codes.has('operation:sensitiveInfo:save') ? ['save'] : [],
    };
  });
  const named = roles.find(({ roleNo }) => roleNo === filters.roleNo)?.roleName;
  return rows
    .filter(({ rule }) => filters.screen === undefined || screensIn(rule).includes(filters.screen))
    .filter(({ fieldKey }) => filters.fieldKey === undefined || fieldKey === filters.fieldKey)
    .filter(({ roleNames }) => filters.roleNo === undefined || (named !== undefined && roleNames.includes(named)));
}
