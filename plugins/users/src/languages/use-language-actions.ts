import { call, useText } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import { allowedAs, useAction } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import type { LanguageRow } from './language-fields.ts';
import { type LanguageFormValues, newRequest, updateRequest } from './language-form-values.ts';

/** Everything that can be done with languages. */
export function useLanguageActions(list: List<LanguageRow>) {
  const t = useText();
  const refresh = { refresh: list.refresh };
  const nameOf = (row: LanguageRow) => ({ name: row.languageName });
  const add = useAction({
    name: 'languageAdd',
    endpoint: languages.save,
    request: (_new: null, values: LanguageFormValues) => newRequest(values),
    list: refresh,
  });
  const update = useAction({
    name: 'languageUpdate',
    endpoint: languages.save,
    request: (row: LanguageRow, values: LanguageFormValues) => updateRequest(row, values),
    list: refresh,
    facts: nameOf,
  });
  const state = useAction({
    name: 'languageState',
    endpoint: languages.stateOperation,
    request: ({ languageCode, version, isEnabled }: LanguageRow) => ({
      languageCode,
      version,
      isEnabled: !isEnabled,
    }),
    list: refresh,
    facts: (row) => ({ ...nameOf(row), context: row.isEnabled ? 'off' : 'on' }),
    undo: {
      endpoint: languages.stateOperation,
      run: ({ languageCode, isEnabled }, { version }) =>
        call(languages.stateOperation, { languageCode, version, isEnabled }),
    },
  });
  const setDefault = useAction({
    name: 'languageDefault',
    endpoint: languages.setDefault,
    request: ({ languageCode, version }: LanguageRow) => ({ languageCode, version }),
    list: refresh,
    facts: nameOf,
  });
  const remove = useAction({
    name: 'languageDelete',
    endpoint: languages.remove,
    request: ({ languageCode, version }: LanguageRow) => ({ languageCode, version }),
    list: refresh,
    facts: nameOf,
    isDangerous: true,
  });
  return {
    add,
    update,
    state,
    setDefault,
    remove,
    rowActions: [
      allowedAs(update, 'update'),
      allowedAs(state, 'enable', t('menus.enable')),
      allowedAs(state, 'disable', t('menus.disable')),
      allowedAs(setDefault, 'setDefault'),
      allowedAs(remove, 'delete'),
    ],
  };
}
