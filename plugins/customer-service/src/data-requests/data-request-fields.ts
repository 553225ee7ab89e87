import { dataRequest } from '@kituo/sdk/contracts';
import {
  clock,
  type CodesOf,
  containing,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type DataRequestRow = dataRequest.DataRequestRow;

export const DATA_REQUEST_KIND = defineDictionary<CodesOf<typeof dataRequest.requestKind>>('DATA_REQUEST_KIND', {
  ACCESS: 'waiting',
  CORRECTION: 'waiting',
  OBJECTION: 'waiting',
  ERASURE: 'failed',
});
export const DATA_REQUEST_STATUS = defineDictionary<CodesOf<typeof dataRequest.requestStatus>>('DATA_REQUEST_STATUS', {
  RECEIVED: 'attention',
  VERIFIED: 'active',
  AWAITING_APPROVAL: 'attention',
  FULFILLED: 'good',
  DECLINED: 'waiting',
});
export const DATA_REQUEST_CHANNEL = defineDictionary<CodesOf<typeof dataRequest.requestChannel>>(
  'DATA_REQUEST_CHANNEL',
  { APP: 'waiting', CALL: 'waiting', EMAIL: 'waiting', LETTER: 'waiting', VISIT: 'waiting', REGULATOR: 'failed' },
);
export const IDENTITY_CHECK = defineDictionary<CodesOf<typeof dataRequest.identityCheck>>('IDENTITY_CHECK', {
  ID_DOCUMENT: 'waiting',
  CALL_BACK: 'waiting',
  APP_SIGN_IN: 'waiting',
  REPRESENTATIVE: 'waiting',
});
export const OBJECTION_SCOPE = defineDictionary<CodesOf<typeof dataRequest.objectionScope>>('OBJECTION_SCOPE', {
  MARKETING: 'waiting',
  ALL: 'attention',
});
export const ERASURE_DECISION = defineDictionary<CodesOf<typeof dataRequest.erasureDecision>>('ERASURE_DECISION', {
  ERASED: 'failed',
  KEPT: 'active',
  NONE: 'waiting',
});
export const KEEPING_DUTY = defineDictionary<CodesOf<typeof dataRequest.keepingDuty>>('KEEPING_DUTY', {
  LOAN: 'waiting',
  MONEY: 'waiting',
  OBJECTION: 'waiting',
  FRAUD: 'waiting',
  RECORD: 'waiting',
});

const handlers = remoteOptions(dataRequest.people, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const DAY_MS = 86_400_000;
/** Amber on the last two days, red and late once the day the law gives is over; an answered request has no clock. */
const dueOf = ({ dueAt, closedAt }: DataRequestRow) =>
  closedAt === null
    ? ({ way: 'due', amberAt: new Date(Date.parse(dueAt) - 2 * DAY_MS).toISOString(), redAt: dueAt } as const)
    : null;

export const dataRequestColumns = defineColumns<DataRequestRow>([
  number('requestNo', { width: 140 }),
  status('requestKind', DATA_REQUEST_KIND, { width: 110 }),
  status('requestStatus', DATA_REQUEST_STATUS, { width: 150 }),
  number('customerNo', { width: 130 }),
  text('customerName', { reveal: { kind: 'dataRequest.customerName', by: 'requestNo' }, mask: 'text', width: 160 }),
  text('phone', { reveal: { kind: 'dataRequest.phone', by: 'requestNo' }, mask: 'phone', width: 130 }),
  day('dueOn', { sortable: true, width: 120 }),
  clock('dueAt', dueOf, { width: 165 }),
  text('handlerName', { width: 150 }),
  day('receivedOn', { sortable: true, width: 120 }),
  status('requestChannel', DATA_REQUEST_CHANNEL, { width: 110 }),
  time('closedAt', { width: 165 }),
  text('createdByName', { width: 150, hidden: true }),
]);
export const dataRequestFacts = defineColumns<DataRequestRow>([
  status('requestKind', DATA_REQUEST_KIND),
  status('requestStatus', DATA_REQUEST_STATUS),
  number('customerNo'),
  text('customerName'),
  text('phone'),
  status('requestChannel', DATA_REQUEST_CHANNEL),
  day('receivedOn'),
  day('dueOn'),
  text('handlerName'),
  text('createdByName'),
  time('closedAt'),
]);
export const dataRequestFilters = defineFilters({
  requestStatus: oneOf(DATA_REQUEST_STATUS),
  requestKind: oneOf(DATA_REQUEST_KIND),
  isOverdue: yesNo(),
  handlerUserNo: oneOf(handlers),
  requestNo: containing({ example: 'DR000000123' }),
  customerNo: containing({ example: 'C000000123' }),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  requestChannel: oneOf(DATA_REQUEST_CHANNEL),
  merchantNo: oneOf(merchantOptions),
  dueOn: dateRange(),
  receivedOn: dateRange(),
});
