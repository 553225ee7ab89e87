import type { menuRules, ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { dataRulesKind } from './change-kinds.ts';
import { pageOfMenu, readRules } from './data-rules.ts';
import { ruledRows } from './ruled-rows.ts';

/** The rules of a page, and what they can be about. */
export async function showRules(
  menuNo: string,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof menuRules.dataRules>> {
  const { pagePath } = await pageOfMenu(db, menuNo);
  const rows = ruledRows(services, pagePath);
  const waiting = await db
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('kind', '=', dataRulesKind.kind)
    .where('subjectNo', '=', menuNo)
    .where('changeState', '=', 'PENDING')
    .executeTakeFirst();
  const rules = await readRules(db, menuNo, pagePath);
  return {
    menuNo,
    rules: rules.map(({ people, maskedFields, ...rule }) => ({
      ...rule,
      people: people ?? 0,
      maskedFields: [...(maskedFields ?? [])],
    })),
    rowScopes: [...rows.rowScopes],
    maskable: [...rows.maskable],
    people: await rows.holders(db, caller.scope, pagePath),
    changeNo: waiting?.changeNo ?? null,
  };
}
