import type { contactBlacklist } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { BLACKLIST_STATUS, BLOCK_SOURCE, CONTACT_BLOCK, CONTACT_BLOCK_SCOPE } from '../parts/codes.ts';

export type BlockedRow = contactBlacklist.ContactBlacklistRow;

export const blockedFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  blockKind: oneOf(CONTACT_BLOCK),
  blacklistStatus: oneOf(BLACKLIST_STATUS),
  blockScope: oneOf(CONTACT_BLOCK_SCOPE),
  merchantNo: oneOf(merchantOptions),
  addedAt: dateRange(),
  blockSource: oneOf(BLOCK_SOURCE),
});

/** The words of scopes come from the page: a column knows no language. */
export const blockedColumns = (scopeWord: (scope: string) => string) =>
  defineColumns<BlockedRow>([
    text('phone', { mask: 'phone', reveal: { kind: 'contactBlock.phone', by: 'blockId' }, width: 130 }),
    number('customerNo', { width: 130 }),
    status('blockKind', CONTACT_BLOCK, { width: 170 }),
    several('blockScopes', ({ blockScopes }) => blockScopes.map(scopeWord), { width: 190 }),
    status('blacklistStatus', BLACKLIST_STATUS, { width: 110 }),
    count('linkedCustomers', { width: 130 }),
    count('attemptsBlocked', { width: 140 }),
    text('addedByName', { width: 150 }),
    time('addedAt', { sortable: true, width: 165 }),
    time('expiresAt', { sortable: true, width: 165 }),
    text('merchantName', { width: 160 }),
    text('note', { width: 220 }),
    number('feedbackNo', { width: 140 }),
    status('blockSource', BLOCK_SOURCE, { width: 110 }),
  ]);
