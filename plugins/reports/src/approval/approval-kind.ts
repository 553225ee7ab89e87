import { approvalReport } from '@kituo/sdk/contracts';
import {
  containing,
  defineDictionary,
  departmentOptions,
  dictionaryOptions,
  money,
  number,
  oneOf,
  text,
  time,
  tree,
} from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { said } from '../parts/said.ts';
import { peopleOf } from '../parts/report-words.ts';

const DIMENSION = defineDictionary('REPORT_DIMENSION', {
  PERSON: 'waiting',
  DATE: 'waiting',
  HOUR: 'waiting',
  GROUP: 'waiting',
  MERCHANT: 'waiting',
  PRODUCT: 'waiting',
  MODEL_LEVEL: 'waiting',
  CHANNEL: 'waiting',
  REFUSE_CODE: 'waiting',
  LOAN_TYPE: 'waiting',
});
const fromDictionary = (key: string) => oneOf(dictionaryOptions(key, { withRetired: true }));

export const approvalKind: ReportKind = {
  name: 'approval',
  tab: 'figures',
  endpoints: approvalReport,
  measures: approvalReport.measures,
  days: 30,
  chart: { bars: ['passed', 'refused', 'returned'], lines: ['passPct'], isStacked: true },
  pareto: { dimension: 'REFUSE_CODE', measure: 'refused' },
  dots: { dimension: 'PERSON', along: 'strictness', up: 'fpd7Pct' },
  least: { measure: 'decided', count: 30 },
  filters: {
    dimension: oneOf(DIMENSION, { unset: 'PERSON' }),
    auditorUserNo: oneOf(peopleOf(approvalReport)),
    deptNo: tree(departmentOptions),
    modelLevel: fromDictionary('MODEL_LEVEL'),
    dataSource: fromDictionary('ORDER_DATA_SOURCE'),
    incomingChannel: fromDictionary('INCOMING_CHANNEL'),
    refuseCode: containing(),
  },
  facts: [
    number('factNo', { width: 120 }),
    said('kind', { width: 150 }),
    number('orderNo'),
    number('billNo'),
    text('staffName'),
    said('result', { width: 170 }),
    text('causeNo'),
    time('openedAt'),
    time('happenedAt'),
    money('appliedCents'),
    money('approvedCents'),
  ],
};
