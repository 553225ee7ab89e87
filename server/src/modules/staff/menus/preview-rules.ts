import type { menuRules, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { reachOnPage, type RoleOnPage } from '../../platform/access/index.ts';
import { isVisible } from '../users/index.ts';
import { pageOfMenu, readRules } from './data-rules.ts';
import { ruledRows } from './ruled-rows.ts';

/** What one person would see of a page. Throws USER_NOT_FOUND for who lies outside the caller's scope. */
export async function previewRules(
  request: ParsedRequestOf<typeof menuRules.dataRulesPreview>,
  { db, services, caller }: Call,
): Promise<ReplyOf<typeof menuRules.dataRulesPreview>> {
  const { menuNo, userNo } = request;
  const { pagePath } = await pageOfMenu(db, menuNo);
  if (!(await isVisible(db, caller.scope, userNo))) throw new AppError('USER_NOT_FOUND');
  const { epoch } = await db.selectFrom('rightsEpoch').select('epoch').executeTakeFirstOrThrow();
  const { roles, place } = await services.rights.of(userNo, epoch);
  const held = new Set(roles.map(({ roleNo }) => roleNo));
  const rules = (await readRules(db, menuNo, pagePath)).filter(({ roleNo }) => held.has(roleNo));
  const wanted = new Map(request.rules.map((rule) => [rule.roleNo, rule]));
  const now = rules.map(({ roleNo, roleScope, rowScope, maskedFields }): RoleOnPage => ({
    roleNo,
    dataScope: roleScope,
    rowScope,
    maskedFields: maskedFields ?? [],
  }));
  const then = now.map(({ roleNo, dataScope }): RoleOnPage => {
    const requested = wanted.get(roleNo);
    return {
      roleNo,
      dataScope,
      rowScope: requested?.rowScope ?? null,
      maskedFields: requested?.maskedFields ?? [],
    };
  });
  const reach = reachOnPage({ roles: then }, place);
  const { within } = ruledRows(services, pagePath);
  const seen = within && (await within(db, reach.scope, caller.scope));
  const before = within && (await within(db, reachOnPage({ roles: now }, place).scope, caller.scope));
  return {
    holdsPage: rules.length > 0,
    roles: rules.map(({ roleNo, roleName, roleScope }) => ({
      roleName,
      rowScope: wanted.get(roleNo)?.rowScope ?? roleScope,
    })),
    maskedFields: [...reach.maskedFields],
    rowsNow: before?.total ?? null,
    rowsThen: seen?.total ?? null,
    sample: seen?.sample ?? [],
  };
}
