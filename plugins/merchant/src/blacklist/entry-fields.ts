import type { manualBlacklist } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  dictionaryOptions,
  merchantOptions,
  number,
  oneOf,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { BLACKLIST_SOURCE, BLACKLIST_STATE, BLACKLIST_SUBJECT } from '../parts/codes.ts';

export type EntryRow = manualBlacklist.BlacklistRow;
export const entryReasons = dictionaryOptions('ARTIFICIAL_BLACKLIST_REASON');

export const entryFilters = defineFilters({
  subjectValue: containing({ isPersonal: true, example: '254712345678' }),
  subjectType: oneOf(BLACKLIST_SUBJECT),
  blacklistState: oneOf(BLACKLIST_STATE),
  reasonCode: oneOf(dictionaryOptions('ARTIFICIAL_BLACKLIST_REASON', { withRetired: true })),
  merchantNo: oneOf(merchantOptions),
  blacklistSource: oneOf(BLACKLIST_SOURCE),
  addedAt: dateRange(),
  expiresAt: dateRange(),
});

/** The words of reasons are the dictionary's, and come from the page. */
export const entryColumns = (words: { reason(code: string): string; all: string }) =>
  defineColumns<EntryRow>([
    number('entryNo', { width: 130 }),
    status('subjectType', BLACKLIST_SUBJECT, { width: 130 }),
    text('subjectValue', { width: 150 }),
    status('blacklistState', BLACKLIST_STATE, { width: 110 }),
    text('customerName', { mask: 'text', width: 160 }),
    several('reasonCode', ({ reasonCode }) => [words.reason(reasonCode)], { width: 150 }),
    several('merchantNo', ({ merchantName }) => [merchantName ?? words.all], { width: 160 }),
    count('hits', { sortable: true, width: 80 }),
    text('addedByName', { width: 150 }),
    time('addedAt', { sortable: true, width: 165 }),
    time('expiresAt', { sortable: true, width: 165 }),
    status('blacklistSource', BLACKLIST_SOURCE, { width: 110 }),
    text('note', { width: 220 }),
  ]);
