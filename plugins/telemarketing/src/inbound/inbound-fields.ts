import type { inboundConfig } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  merchantOptions,
  number,
  oneOf,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';

export type RuleRow = inboundConfig.RuleRow;

export const TIE_BREAK = defineDictionary<CodesOf<typeof inboundConfig.tieBreak>>('TIE_BREAK', {
  LAST_TALK: 'waiting',
  FIRST_TALK: 'waiting',
});
export const INBOUND_RULE_STATE = defineDictionary<CodesOf<typeof inboundConfig.inboundRuleState>>(
  'INBOUND_RULE_STATE',
  {
    DRAFT: 'waiting',
    PENDING_APPROVAL: 'attention',
    ENABLED: 'good',
    DISABLED: 'waiting',
  },
);

/** @param wordOf a code of CUSTOMER_STATUS_GROUP in the reader’s words. */
export const ruleColumns = (wordOf: (code: string) => string) =>
  defineColumns<RuleRow>([
    text('merchantName', { width: 180 }),
    number('ruleNo', { width: 110 }),
    count('versionNo', { width: 90 }),
    status('ruleState', INBOUND_RULE_STATE, { width: 150 }),
    day('effectiveFrom', { sortable: true, width: 120 }),
    count('attributionDays', { width: 120 }),
    count('minTalkSeconds', { width: 120 }),
    status('tieBreak', TIE_BREAK, { width: 120 }),
    count('protectionDays', { width: 120 }),
    flag('autoDistribute', { width: 120 }),
    several('customerStatuses', ({ customerStatuses }) => customerStatuses.map(wordOf), { width: 200 }),
    count('maxEntriesPerPerson', { width: 120 }),
    text('makerName', { width: 150 }),
    text('checkerName', { width: 150 }),
    text('decisionReason', { width: 200, hidden: true }),
    time('updatedAt', { sortable: true, width: 165 }),
  ]);
export const ruleFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  ruleState: oneOf(INBOUND_RULE_STATE),
  effectiveFrom: dateRange(),
});
