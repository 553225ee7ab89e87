import type { warning } from '@kituo/sdk/contracts';
import { defineColumns, defineDictionary, defineFilters, money, oneOf, status, text, time } from '@kituo/sdk/page';

const LEVEL = defineDictionary('LEVEL', {
  URGENT: 'failed',
  ATTENTION: 'attention',
  INFO: 'waiting',
});
const STATE = defineDictionary('STATE', {
  OPEN: 'attention',
  ACKNOWLEDGED: 'active',
  RESOLVED: 'good',
});

export const columns = defineColumns<warning.WarningRow>([
  status('warningLevel', LEVEL, { sortable: true, width: 150 }),
  text('subject', { width: 350 }),
  time('raisedAt', { sortable: true }),
  status('warningStatus', STATE, { sortable: true, width: 120 }),
  money('amountCents', { sortable: true }),
  text('assigneeName'),
  text('merchantName', { hidden: true }),
]);

export const filters = defineFilters({
  warningLevel: oneOf(LEVEL),
  warningStatus: oneOf(STATE),
});
