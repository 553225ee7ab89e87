import { useText } from '@kituo/sdk';
import { change, refund } from '@kituo/sdk/contracts';
import { DecisionDialogs, DetailOf, ListScreen, useBatch, useListPage, useRefreshOnRows } from '@kituo/sdk/page';
import { useState } from 'react';
import { lastMonth } from '../parts/last-month.ts';
import { BatchForm, type BatchReason, MAX } from './batch.form.tsx';
import { RefundDialogs } from './refund.dialogs.tsx';
import { RefundEvidence } from './refund-evidence.tsx';
import { refundAuditColumns, refundAuditFilters, type RefundRow } from './refund-fields.ts';
import { RefundDetail } from './refund.detail.tsx';
import { useRefundActions } from './use-refund-actions.ts';
import { useRefundDecisions } from './use-refund-decisions.ts';

/** Refunds to verify, decide and release, those that wait longest first. */
export function RefundsToCheck() {
  const t = useText();
  const [initial] = useState(lastMonth);
  const screen = useListPage<RefundRow>({
    load: refund.auditPage,
    idOf: (row) => row.refundNo,
    columns: refundAuditColumns,
    filters: refundAuditFilters,
    initial,
    file: { endpoint: refund.exportList, jobKind: 'refunds.export' },
  });
  useRefreshOnRows(screen.list, (row) => [row.refundNo]);
  const { list } = screen;
  const { decisions, rowActions } = useRefundDecisions(list);
  const actions = useRefundActions(list);
  const request = ({ ids }: { readonly ids: readonly string[] | null }, { reason }: BatchReason) => ({
    refundNos: [...(ids ?? [])],
    reason,
  });
  const shared = { most: MAX, list, waitsIn: change.changeFamilies.refundBatch, request };
  const approveMany = useBatch({
    ...shared,
    name: 'batchApprove',
    endpoint: refund.batchApprove,
    jobKind: 'refund.approveMany',
  });
  const payMany = useBatch({
    ...shared,
    name: 'batchPayout',
    endpoint: refund.batchPayout,
    jobKind: 'refund.payoutMany',
  });
  return (
    <ListScreen
      of={screen}
      title={t('refundAudit.title')}
      rowActions={[...rowActions, ...actions.rowActions]}
      batches={[approveMany, payMany]}
      detail={({ refundNo }) => <RefundDetail refundNo={refundNo} />}
      emptyText={t('refundAudit.none')}
    >
      <DecisionDialogs decisions={decisions}>
        {({ refundNo }) => (
          <DetailOf endpoint={refund.detail} request={{ refundNo }}>
            {(info) => <RefundEvidence info={info} />}
          </DetailOf>
        )}
      </DecisionDialogs>
      <RefundDialogs actions={actions} />
      <BatchForm batch={approveMany} list={list} allowedAs="approve" />
      <BatchForm batch={payMany} list={list} allowedAs="payout" />
    </ListScreen>
  );
}
