import type { CodesOf } from '@kituo/sdk/page';
import { call, session$ } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  number,
  oneOf,
  part,
  picture,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import type { Column, OptionSource } from '@kituo/sdk/page';

export type LanguageRow = languages.LanguageRow;
export type TextRow = languages.TextRow;
export type MissingRow = ReplyOf<typeof languages.missingPage>['rows'][number];

const LANGUAGE_DEFAULT = defineDictionary('LANGUAGE_DEFAULT', { DEFAULT: 'active' });
const LANGUAGE_STATE = defineDictionary('LANGUAGE_STATE', { ENABLED: 'good', DISABLED: 'waiting' });
export const TEXT_STATE = defineDictionary<CodesOf<typeof languages.textState>>('TEXT_STATE', {
  MISSING: 'failed',
  SHIPPED: 'waiting',
  OWN: 'good',
  OUTDATED: 'attention',
});

export const languageFilters = defineFilters({
  languageName: containing(),
  languageCode: containing(),
  isEnabled: yesNo(),
});

/** A tag on the one that new browsers start with; nothing on the others. */
const defaultTag: Column<LanguageRow> = {
  ...status<LanguageRow>('languageCode', LANGUAGE_DEFAULT, { width: 100 }),
  key: 'isDefault',
  valueOf: ({ isDefault }) => ({
    kind: 'status',
    code: isDefault ? 'DEFAULT' : null,
    dictionary: LANGUAGE_DEFAULT,
  }),
};
const enabledTag: Column<LanguageRow> = {
  ...status<LanguageRow>('languageCode', LANGUAGE_STATE, { width: 115 }),
  key: 'isEnabled',
  valueOf: ({ isEnabled }) => ({
    kind: 'status',
    code: isEnabled ? 'ENABLED' : 'DISABLED',
    dictionary: LANGUAGE_STATE,
  }),
};

export const languageColumns = defineColumns<LanguageRow>([
  picture('flag', ({ flag, languageCode }) => ({ address: flag, text: languageCode }), {
    width: 70,
  }),
  text('languageName', { sortable: true, width: 180 }),
  number('languageCode', { sortable: true, width: 90 }),
  defaultTag,
  enabledTag,
  part('coverage', ({ coverage }) => ({ done: coverage.translated, total: coverage.total }), {
    width: 160,
  }),
  count('ownTexts', { width: 110 }),
  count('userCount', { width: 90 }),
  text('baseCode', { width: 110 }),
  count('sort', { sortable: true, width: 70 }),
  time('updatedAt', { sortable: true, width: 170 }),
  text('updatedByName', { width: 140 }),
]);

/** Every language, disabled ones too: texts are written before a language is offered. */
export const languageOptions: OptionSource = {
  kind: 'remote',
  name: 'language.list:options',
  load: async (signal) => {
    const request = { filters: {}, page: 1, pageSize: 100, sort: null } as const;
    const { rows } = await call(languages.list, request, { signal, quiet: true });
    return rows.map((row) => ({ value: row.languageCode, label: row.languageName }));
  },
};

/** Where texts belong; how many a language has of each is in the tab itself. */
const namespaceOptions: OptionSource = {
  kind: 'remote',
  name: 'language.textNamespaces:options',
  load: async (signal) => {
    const languageCode = session$.value.language;
    const rows = await call(languages.textNamespaces, { languageCode }, { signal, quiet: true });
    return rows.map(({ namespace, title }) => ({ value: namespace, label: title }));
  },
};

export const textFilters = defineFilters({
  languageCode: oneOf(languageOptions),
  namespace: oneOf(namespaceOptions),
  textState: oneOf(TEXT_STATE),
  text: containing(),
  key: containing(),
});

export const textColumns = defineColumns<TextRow>([
  text('namespace', { sortable: true, width: 100 }),
  text('key', { sortable: true, width: 190 }),
  text('original', { width: 230 }),
  text('shown', { width: 230 }),
  status('textState', TEXT_STATE, { width: 110 }),
  time('updatedAt', { sortable: true, width: 160 }),
  text('updatedByName', { width: 140 }),
]);

export const missingFilters = defineFilters({
  languageCode: oneOf(languageOptions),
  namespace: oneOf(namespaceOptions),
});

export const missingColumns = defineColumns<MissingRow>([
  text('languageCode', { width: 90 }),
  text('namespace', { width: 110 }),
  text('key', { width: 260 }),
  text('original', { width: 300 }),
  count('seen', { sortable: true, width: 90 }),
  time('firstSeenAt', { width: 170 }),
  time('lastSeenAt', { sortable: true, width: 170 }),
]);
