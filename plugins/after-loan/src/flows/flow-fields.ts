import { flow } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  clock,
  containing,
  dateRange,
  defineColumns,
  defineFilters,
  money,
  moneyRange,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { FLOW_DRAFT_STATUS, FLOW_SOURCE, FLOW_STATUS } from '../parts/codes.ts';
import { REPAY_CHANNEL } from '../desk/desk-words.ts';
import { UNMATCHED_REASON } from '../links/link-words.ts';

export type FlowRow = flow.FlowRow;
export type UnmatchedRow = ReplyOf<typeof flow.unmatched>['rows'][number];
export type DraftRow = ReplyOf<typeof flow.drafts>['rows'][number];

/** Who may look after a flow. */
export const owners = remoteOptions(flow.owners, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const searched = {
  paymentCode: containing({ example: 'SGR7XK21QP' }),
  flowStatus: oneOf(FLOW_STATUS),
  repayTime: dateRange(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  orderNo: containing({ example: 'LO0000012345' }),
  flowNo: containing(),
  paymentChannel: oneOf(REPAY_CHANNEL),
  source: oneOf(FLOW_SOURCE),
  amountCents: moneyRange(),
};
export const flowFilters = defineFilters({ ...searched, ownerUserNo: oneOf(owners) });
/** The same without their owners, who are of the unmatched desk. */
export const paymentFilters = defineFilters(searched);
export const unmatchedFilters = defineFilters({ isWithoutOwner: yesNo(), ownerUserNo: oneOf(owners) });
export const draftFilters = defineFilters({ orderNo: containing({ example: 'LO0000012345' }), mine: yesNo() });

const basics = [
  number<FlowRow>('flowNo', { width: 130 }),
  number<FlowRow>('paymentCode', { width: 140 }),
  status<FlowRow>('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  text<FlowRow>('payerName', { width: 170, mask: 'text' }),
  text<FlowRow>('payerPhone', { width: 135, mask: 'phone' }),
  text<FlowRow>('accountReference', { width: 140 }),
  money<FlowRow>('flowAmountCents', { width: 140 }),
  money<FlowRow>('writableCents', { width: 140 }),
  time<FlowRow>('repayTime', { sortable: true, width: 165 }),
  status<FlowRow>('source', FLOW_SOURCE, { width: 120 }),
  status<FlowRow>('flowStatus', FLOW_STATUS, { width: 130 }),
  status<FlowRow>('unmatchedFor', UNMATCHED_REASON, { width: 180, hidden: true }),
  text<FlowRow>('ownerName', { width: 150 }),
  clock<FlowRow>('receivedAt', () => ({ way: 'since' }), { width: 110 }),
];
export const flowColumns = defineColumns<FlowRow>(basics);

const HOUR_MS = 3_600_000;
/** Amber after half a day, red after a day: by 09:00 everything of the night has an owner. */
const ageOf = ({ receivedAt }: UnmatchedRow) => {
  const after = (hours: number) => new Date(Date.parse(receivedAt) + hours * HOUR_MS).toISOString();
  return { way: 'since' as const, amberAt: after(12), redAt: after(24) };
};
export const unmatchedColumns = defineColumns<UnmatchedRow>([
  number('flowNo', { width: 130 }),
  clock('receivedAt', ageOf, { width: 110 }),
  text('ownerName', { width: 150 }),
  money('writableCents', { width: 140 }),
  status('unmatchedFor', UNMATCHED_REASON, { width: 180 }),
  number('paymentCode', { width: 140 }),
  text('payerName', { width: 170, mask: 'text' }),
  text('payerPhone', { width: 135, mask: 'phone' }),
  text('accountReference', { width: 140 }),
  time('repayTime', { sortable: true, width: 165 }),
  money('flowAmountCents', { width: 140 }),
  status('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  status('source', FLOW_SOURCE, { width: 120 }),
]);
export const draftColumns = defineColumns<DraftRow>([
  number('draftNo', { width: 130 }),
  status('draftStatus', FLOW_DRAFT_STATUS, { width: 150 }),
  number('orderNo', { width: 150 }),
  number('paymentCode', { width: 140 }),
  status('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  money('amountCents', { width: 140 }),
  time('repayTime', { width: 165 }),
  text('payerPhone', { reveal: { kind: 'flowDraft.payerPhone', by: 'draftNo' }, width: 135, mask: 'phone' }),
  text('payerName', { reveal: { kind: 'flowDraft.payerName', by: 'draftNo' }, width: 160, mask: 'text' }),
  text('remark', { width: 200 }),
  text('makerName', { width: 150 }),
  time('createdAt', { sortable: true, width: 165 }),
]);
