import type { menuRules, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { ruledRows } from './ruled-rows.ts';

export type RulesRequest = Pick<ParsedRequestOf<typeof menuRules.saveDataRules>, 'menuNo' | 'rules'>;

/** The page an entry opens. Throws MENU_NOT_FOUND, MENU_WITHOUT_ROWS. */
export async function pageOfMenu(db: Queryable, menuNo: string) {
  const row = await db
    .selectFrom('menu')
    .select(['menuNo', 'menuType', 'menuName', 'perms'])
    .where('menuNo', '=', menuNo)
    .executeTakeFirst();
  if (!row) throw new AppError('MENU_NOT_FOUND');
  const { menuType, perms } = row;
  if (menuType !== 'PAGE' || perms === null) throw new AppError('MENU_WITHOUT_ROWS');
  return { ...row, pagePath: perms.toLowerCase() };
}

/** The roles that hold a page, with the page's rule for each; null without one. */
export async function readRules(db: Queryable, menuNo: string, pagePath: string) {
  return await db
    .selectFrom('rolePage')
    .innerJoin('role', 'role.roleNo', 'rolePage.roleNo')
    .leftJoin('menuDataRule as rule', (join) =>
      join.onRef('rule.roleNo', '=', 'role.roleNo').on('rule.menuNo', '=', menuNo),
    )
    .select(['role.roleNo', 'role.roleName', 'role.dataScope as roleScope'])
    .select(['rule.rowScope', 'rule.maskedFields'])
    .select((eb) =>
      eb
        .selectFrom('userRole')
        .innerJoin('appUser', 'appUser.userNo', 'userRole.userNo')
        .select(eb.fn.countAll<number>().as('people'))
        .whereRef('userRole.roleNo', '=', 'role.roleNo')
        .where('appUser.userStatus', '=', 'NORMAL')
        .as('people'),
    )
    .where('rolePage.pagePath', '=', pagePath)
    .orderBy('role.roleNo')
    .execute();
}

/**
 * Throws REFERENCE_UNKNOWN for a role that does not hold the page or a field it does not have, and
 * ROW_SCOPE_NOT_HERE for rows by person or department where the page's lists do not keep to them.
 */
async function check(request: RulesRequest, db: Queryable, services: Services) {
  const { menuNo, rules } = request;
  const page = await pageOfMenu(db, menuNo);
  const held = await readRules(db, menuNo, page.pagePath);
  const roleNos = rules.map(({ roleNo }) => roleNo);
  const areRolesKnown = roleNos.every((roleNo) => held.some((row) => row.roleNo === roleNo));
  if (!areRolesKnown || new Set(roleNos).size < roleNos.length) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['rules'] });
  }
  const { maskable, rowScopes } = ruledRows(services, page.pagePath);
  const areFieldsKnown = rules.every((rule) => rule.maskedFields.every((field) => maskable.includes(field)));
  if (!areFieldsKnown) throw new AppError('REFERENCE_UNKNOWN', { fields: ['rules'] });
  const unkept = rules.findIndex(({ rowScope }) => !rowScopes.includes(rowScope));
  if (unkept >= 0) {
    throw new AppError('ROW_SCOPE_NOT_HERE', { fields: [`rules.${unkept}.rowScope`] });
  }
  return { page, held };
}

/** Roles whose rule would be another, with what it is and what it would be; null: none. */
export async function differences(request: RulesRequest, db: Queryable, services: Services) {
  const { page, held } = await check(request, db, services);
  const wanted = new Map(request.rules.map((rule) => [rule.roleNo, rule]));
  const changes = held.flatMap(({ roleNo, roleName, rowScope, maskedFields }) => {
    const requested = wanted.get(roleNo);
    const now = rowScope === null ? null : { rowScope, maskedFields: [...(maskedFields ?? [])].sort() };
    const then = requested
      ? { rowScope: requested.rowScope, maskedFields: [...new Set(requested.maskedFields)].sort() }
      : null;
    const isSame = JSON.stringify(now) === JSON.stringify(then);
    return isSame ? [] : [{ roleNo, roleName, now, then }];
  });
  return { page, changes };
}

/** Sets the rules; the rights of whoever holds the page follow with their next call. */
export async function applyRules(
  request: RulesRequest,
  call: CommandContext,
): Promise<ReplyOf<typeof menuRules.saveDataRules>> {
  const { tx, caller } = call;
  const { menuNo } = request;
  const { changes } = await differences(request, tx, call.services);
  for (const { roleNo, then } of changes) {
    if (then === null) {
      await tx.deleteFrom('menuDataRule').where('menuNo', '=', menuNo).where('roleNo', '=', roleNo).execute();
      continue;
    }
    const values = { ...then, updatedBy: caller.userNo, updatedAt: new Date() };
    await tx
      .insertInto('menuDataRule')
      .values({ menuNo, roleNo, ...values })
      .onConflict((conflict) => conflict.columns(['menuNo', 'roleNo']).doUpdateSet(values))
      .execute();
  }
  await writeAudit(
    tx,
    call,
    changes.map(({ roleNo, now, then }) => ({
      action: 'menu.dataRules',
      subjectType: 'menu',
      subjectNo: menuNo,
      before: { roleNo, ...now },
      after: { roleNo, ...then },
    })),
  );
  return { changed: changes.length };
}
