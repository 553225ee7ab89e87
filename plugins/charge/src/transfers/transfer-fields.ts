import { call } from '@kituo/sdk';
import { transfer } from '@kituo/sdk/contracts';
import {
  clock,
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  money,
  moneyRange,
  number,
  oneOf,
  type OptionSource,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { waitingOf } from '../parts/waiting.ts';

export type TransferRow = transfer.TransferRow;

export const TRANSFER_TYPE = defineDictionary<CodesOf<typeof transfer.transferType>>('TRANSFER_TYPE', {
  OWN_ACCOUNT: 'active',
  RETURN_TO_PAYER: 'waiting',
});
export const TRANSFER_STATUS = defineDictionary<CodesOf<typeof transfer.transferStatus>>('TRANSFER_STATUS', {
  SUBMITTED: 'attention',
  APPROVED: 'waiting',
  REJECTED: 'failed',
  GIVEN_UP: 'waiting',
  RELEASING: 'active',
  SUCCESS: 'good',
  FAILED: 'failed',
});
export const RELEASE_STATUS = defineDictionary<CodesOf<typeof transfer.releaseStatus>>('RELEASE_STATUS', {
  IN_PROGRESS: 'active',
  SUCCESS: 'good',
  FAILED: 'failed',
  UNKNOWN: 'attention',
});

/** Own accounts, of all merchants that the reader sees. */
export const accountOptions: OptionSource = {
  kind: 'remote',
  name: 'transferApply.accounts',
  load: async (signal) =>
    (await call(transfer.accounts, {}, { signal, showLoading: false, quiet: true })).map((one) => ({
      value: one.accountId,
      label: one.accountName,
    })),
};
const peopleSource = remoteOptions(transfer.people, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const application = [
  number<TransferRow>('transferNo', { width: 140 }),
  status<TransferRow>('transferType', TRANSFER_TYPE, { width: 140 }),
  text<TransferRow>('sourceAccountName', { width: 160 }),
  text<TransferRow>('payeeName', { width: 170 }),
  text<TransferRow>('payeeAccount', { mask: 'phone', width: 130 }),
  money<TransferRow>('amountCents', { sortable: true }),
  status<TransferRow>('transferStatus', TRANSFER_STATUS, { width: 150 }),
] as const;
const people = [
  text<TransferRow>('applicantName', { width: 150 }),
  text<TransferRow>('auditorName', { width: 150 }),
  time<TransferRow>('applyTime', { sortable: true, width: 165 }),
  time<TransferRow>('releaseTime', { width: 165 }),
] as const;

export const applyColumns = defineColumns<TransferRow>([...application, ...people]);
export const auditColumns = defineColumns<TransferRow>([
  ...application,
  money('sourceBalanceCents'),
  status('releaseStatus', RELEASE_STATUS, { width: 170 }),
  count('attemptCount', { width: 100 }),
  text('failReason', { width: 200 }),
  clock('waitingSince', ({ waitingSince }) => waitingOf(waitingSince), { width: 110 }),
  ...people,
]);
/** What the drawer says beside the columns. */
export const detailColumns = defineColumns<TransferRow>([
  ...application,
  money('sourceBalanceCents'),
  text('purpose'),
  text('auditRemark'),
  text('failReason'),
  ...people,
  text('releaserName'),
]);

const shared = {
  transferNo: containing({ example: 'TR000000123' }),
  transferType: oneOf(TRANSFER_TYPE),
  transferStatus: oneOf(TRANSFER_STATUS),
  sourceAccountId: oneOf(accountOptions),
  targetAccountId: oneOf(accountOptions),
  flowNo: containing(),
  amountCents: moneyRange(),
  applyTime: dateRange(),
};
export const applyFilters = defineFilters({ ...shared, mine: yesNo() });
export const auditFilters = defineFilters({
  ...shared,
  mine: yesNo(),
  applicantUserNo: oneOf(peopleSource),
  auditorUserNo: oneOf(peopleSource),
  releaseStatus: oneOf(RELEASE_STATUS),
  waitingOver: containing({ example: '24' }),
});
