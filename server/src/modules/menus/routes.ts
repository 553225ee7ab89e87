import { menu } from '@kituo/sdk/contracts';
import type { Queryable } from '../../db/database.ts';
import { implement } from '../../http/implement.ts';

async function options(
  db: Queryable,
  dictKey: string,
  lang: 'en' | 'zh',
  enabledOnly: boolean,
): Promise<menu.SelectOption[]> {
  let query = db
    .selectFrom('dictionaryEntry')
    .select(['value', 'label', 'tagColour', 'isEnabled'])
    .where('dictKey', '=', dictKey)
    .orderBy('sort')
    .orderBy('value');
  if (enabledOnly) query = query.where('isEnabled', '=', true);
  return (await query.execute()).map((entry) => ({
    dictKey: entry.value,
    label: entry.label[lang] ?? entry.label.en ?? entry.value,
    tagColour: entry.tagColour,
    enabled: entry.isEnabled,
  }));
}

export const routes = [
  implement(
    menu.getSelectOptionRespDtos,
    async ({ dictKey }, call) => await options(call.db, dictKey, call.lang, true),
  ),
  implement(
    menu.getEnabledNotEnabledOptionRespDtos,
    async ({ dictKey }, call) => await options(call.db, dictKey, call.lang, false),
  ),
];
