import type { dictionary } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import {
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  oneOf,
  several,
  status,
  text,
} from '@kituo/sdk/page';
import { MENU_STATE } from '../parts/on-off.tsx';
import type { EntryRow } from './entry-row.ts';

export const CODE_TABLE_TYPE = defineDictionary<CodesOf<typeof dictionary.codeTableType>>('CODE_TABLE_TYPE', {
  FLAT: 'waiting',
  TREE: 'active',
  JSON: 'attention',
});
/** The colours a tag can have, drawn in the colour that each stands for. */
export const TAG_COLOUR = defineDictionary<CodesOf<typeof dictionary.tagColour>>('TAG_COLOUR', {
  none: 'waiting',
  primary: 'active',
  success: 'good',
  warning: 'attention',
  danger: 'failed',
});

export const entryFilters = defineFilters({
  code: containing(),
  words: containing(),
  state: oneOf(MENU_STATE),
});

export const entryColumns = defineColumns<EntryRow>([
  text('dictKey', { width: 200 }),
  text('words', { width: 150 }),
  several('otherWords', (row) => row.otherWords, { width: 150 }),
  status('state', MENU_STATE, { width: 115 }),
  status('tagColour', TAG_COLOUR, { width: 105 }),
  count('sort', { width: 65 }),
  count('uses', { width: 70 }),
  text('dictValue', { width: 180 }),
  text('remark', { width: 200 }),
]);

const isIn = (value: string, part: string | undefined): boolean =>
  part === undefined || value.toLowerCase().includes(part.toLowerCase());

/** Key or value by `code`, words in any language by `words`. */
export function isEntryMatch(row: EntryRow, filters: Readonly<Record<string, string>>): boolean {
  const { code, words, state } = filters;
  return (
    (isIn(row.dictKey, code) || isIn(row.dictValue, code)) &&
    Object.values(row.label).some((text) => isIn(text, words)) &&
    (state === undefined || row.state === state)
  );
}
