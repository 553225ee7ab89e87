import type { riskList } from '@kituo/sdk/contracts';
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
  yesNo,
} from '@kituo/sdk/page';
import { listOptions } from './named-lists.tsx';
import { LIST_SOURCE, LIST_STATUS, RISK_LIST_SUBJECT, RISK_LIST_TYPE } from '../parts/codes.ts';

export type EntryRow = riskList.RiskListRow;

export const entryFilters = defineFilters({
  subjectValue: containing({ isPersonal: true, example: '254712345678' }),
  listType: oneOf(RISK_LIST_TYPE),
  listCode: oneOf(listOptions),
  listStatus: oneOf(LIST_STATUS),
  subjectType: oneOf(RISK_LIST_SUBJECT),
  listSource: oneOf(LIST_SOURCE),
  merchantNo: oneOf(merchantOptions),
  addedAt: dateRange(),
  expiresAt: dateRange(),
  entryNo: containing({ example: 'RL000000001' }),
  isIdle: yesNo(),
});
export const entryColumns = defineColumns<EntryRow>([
  status('listType', RISK_LIST_TYPE, { width: 110 }),
  text('listName', { width: 150 }),
  text('subjectValue', { width: 150 }),
  status('subjectType', RISK_LIST_SUBJECT, { width: 120 }),
  text('customerName', { mask: 'text', width: 160 }),
  text('note', { width: 220 }),
  status('listSource', LIST_SOURCE, { width: 130 }),
  several('merchantNames', ({ merchantNames }) => merchantNames, { width: 160 }),
  count('hits', { sortable: true, width: 80 }),
  time('lastHitAt', { width: 165 }),
  text('addedByName', { width: 150 }),
  time('addedAt', { sortable: true, width: 165 }),
  time('expiresAt', { sortable: true, width: 165 }),
  status('listStatus', LIST_STATUS, { width: 110 }),
  number('entryNo', { width: 130 }),
]);
