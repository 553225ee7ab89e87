import { reconciliation } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  money,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';
import { PAYMENT_COMPANY } from '../parts/codes.ts';

export type DayRow = reconciliation.ReconDay;
export type DifferenceRow = reconciliation.Difference;

export const RECON_STATUS = defineDictionary<CodesOf<typeof reconciliation.reconStatus>>('RECON_STATUS', {
  OPEN: 'waiting',
  DIFFERENT: 'attention',
  BALANCED: 'good',
  CLOSED: 'active',
});
export const RECON_DIFF_TYPE = defineDictionary<CodesOf<typeof reconciliation.reconDiffType>>('RECON_DIFF_TYPE', {
  MISSING_HERE: 'attention',
  MISSING_THERE: 'attention',
  AMOUNT: 'attention',
  PAYOUT_STATUS: 'attention',
  PAYOUT_MISSING: 'failed',
  CHANNEL_FEE: 'waiting',
  TWICE: 'attention',
  PAID_TWICE: 'failed',
});

/** How earlier differences of the same look were resolved. */
const RESOLUTION_WAY = defineDictionary<CodesOf<typeof reconciliation.resolutionWay>>('RESOLUTION_WAY', {
  bookFee: 'active',
  record: 'active',
  reverse: 'active',
  adjust: 'active',
  claim: 'active',
  leaveOut: 'active',
  count: 'active',
});

/** Accounts whose statements may be taken in. */
export const reconAccounts = remoteOptions(reconciliation.accounts, (accounts) =>
  accounts.map(({ accountId, accountName }) => ({ value: accountId, label: accountName })),
);

export const RECON_DIRECTION = defineDictionary<CodesOf<typeof reconciliation.direction>>('RECON_DIRECTION', {
  IN: 'active',
  OUT: 'waiting',
});
/** Who may work on differences. */
export const reconOwners = remoteOptions(reconciliation.owners, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

export const dayFilters = defineFilters({
  businessDate: dateRange(),
  accountId: oneOf(reconAccounts),
  reconStatus: oneOf(RECON_STATUS),
  diffType: oneOf(RECON_DIFF_TYPE),
  direction: oneOf(RECON_DIRECTION),
  ownerUserNo: oneOf(reconOwners),
});
export const dayColumns = defineColumns<DayRow>([
  day('businessDate', { sortable: true }),
  status('paymentCompany', PAYMENT_COMPANY, { width: 130 }),
  text('accountName', { width: 190 }),
  money('statementTotalCents', { width: 150 }),
  money('ourTotalCents', { width: 150 }),
  money('diffCents', { sortable: true, width: 140 }),
  count('matchedCount', { width: 110 }),
  count('diffCount', { width: 110 }),
  status('reconStatus', RECON_STATUS, { width: 130 }),
  text('closedBy', { width: 150 }),
  number('runId', { width: 120 }),
]);

export const differenceFilters = defineFilters({
  businessDate: dateRange(),
  diffType: oneOf(RECON_DIFF_TYPE),
  accountId: oneOf(reconAccounts),
  serial: containing({ example: 'SGR7XK21QP' }),
  runId: containing(),
  direction: oneOf(RECON_DIRECTION),
  ownerUserNo: oneOf(reconOwners),
  isWithoutOwner: yesNo(),
});
export const differenceColumns = defineColumns<DifferenceRow>([
  number('serial', { width: 150 }),
  status('diffType', RECON_DIFF_TYPE, { width: 190 }),
  money('statementCents', { width: 140 }),
  money('ourCents', { width: 140 }),
  day('businessDate', { sortable: true }),
  status('proposedWay', RESOLUTION_WAY, { width: 160 }),
  text('ownerName', { width: 150 }),
  text('accountName', { width: 170 }),
  time('happenedAt', { sortable: true, width: 165 }),
  text('details', { width: 200 }),
  number('flowNo', { width: 140 }),
  number('attemptNo', { width: 140 }),
  number('runId', { width: 120 }),
]);
