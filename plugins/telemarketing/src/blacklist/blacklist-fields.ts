import { marketingBlacklist } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type BlacklistRow = marketingBlacklist.BlacklistRow;

const authors = remoteOptions(marketingBlacklist.authors, (all) => all);
export const BLACKLIST_REASON = defineDictionary<CodesOf<typeof marketingBlacklist.blacklistReason>>(
  'BLACKLIST_REASON',
  {
    OPT_OUT: 'waiting',
    COMPLAINT: 'attention',
    WRONG_PERSON: 'waiting',
    DECEASED: 'failed',
    LEGAL: 'failed',
    STAFF: 'waiting',
  },
);
const MARKETING_BLACKLIST_SOURCE = defineDictionary<CodesOf<typeof marketingBlacklist.blacklistSource>>(
  'MARKETING_BLACKLIST_SOURCE',
  { STOP_REPLY: 'waiting', AGENT: 'waiting', IMPORT: 'waiting', FEEDBACK: 'waiting' },
);
const MARKETING_BLACKLIST_STATUS = defineDictionary<CodesOf<typeof marketingBlacklist.rowStatus>>(
  'MARKETING_BLACKLIST_STATUS',
  { ACTIVE: 'failed', DELETE_PENDING: 'attention' },
);
const CONTACT_CHANNEL_KIND = defineDictionary<CodesOf<typeof marketingBlacklist.blacklistChannel>>(
  'CONTACT_CHANNEL_KIND',
  { CALL: 'waiting', SMS: 'waiting', ROBOT: 'waiting' },
);

export const blacklistColumns = (channelOf: (code: string) => string) =>
  defineColumns<BlacklistRow>([
    text('phone', { mask: 'phone', width: 130 }),
    text('customerName', { width: 150 }),
    status('blacklistReason', BLACKLIST_REASON, { width: 130 }),
    status('rowStatus', MARKETING_BLACKLIST_STATUS, { width: 150 }),
    several('channels', ({ channels }) => channels.map(channelOf), { width: 160 }),
    status('blacklistSource', MARKETING_BLACKLIST_SOURCE, { width: 120 }),
    time('expireAt', { sortable: true, width: 165 }),
    text('createdByName', { width: 150 }),
    time('createdAt', { sortable: true, width: 165 }),
    text('remark', { width: 200 }),
    text('deleteRequestedByName', { width: 150, hidden: true }),
    text('deleteReason', { width: 200, hidden: true }),
    number('blacklistNo', { width: 120, hidden: true }),
  ]);
export const blacklistFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  blacklistReason: oneOf(BLACKLIST_REASON),
  rowStatus: oneOf(MARKETING_BLACKLIST_STATUS),
  blacklistSource: oneOf(MARKETING_BLACKLIST_SOURCE),
  channel: oneOf(CONTACT_CHANNEL_KIND),
  createdBy: oneOf(authors),
  createdAt: dateRange(),
  expired: yesNo(),
});
