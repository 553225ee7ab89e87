import { useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { ListScreen, onRow, useListPage } from '@kituo/sdk/page';
import { RollbackTree, useRollback } from '@kituo/sdk/payments';
import { mergeColumns, mergeFilters } from '../desk/desk-fields.ts';
import { MergedDetail } from '../desk/merged-detail.tsx';
import { lastThirtyDays } from '../desk/last-days.ts';
import { SumsBar } from '../desk/sums-bar.tsx';

/** A row an application: every repayment of both collection systems, live and rolled back. */
export function RepaymentManagementMergePage() {
  const t = useText();
  const screen = useListPage<repayment.MergeRow>({
    load: repayment.mergePage,
    idOf: (row) => row.applicationNo,
    columns: mergeColumns,
    filters: mergeFilters,
    defaultSort: '-appliedAt',
    initial: { appliedAt: lastThirtyDays() },
    file: { endpoint: repayment.mergeExport, jobKind: 'repayments.export' },
  });
  const rollback = useRollback(screen.list);
  return (
    <ListScreen
      of={screen}
      title={t('merge.title')}
      rowActions={[
        onRow(rollback.settle, 'settleRollback', ({ orderNo, applicationNo }: repayment.MergeRow) => ({
          orderNo,
          applicationNo,
        })),
        onRow(rollback.full, 'fullRollback', ({ orderNo, billNo }: repayment.MergeRow) => ({ orderNo, billNo })),
      ]}
      above={<SumsBar list={screen.list} />}
      detail={({ applicationNo }) => <MergedDetail applicationNo={applicationNo} />}
    >
      <RollbackTree rollback={rollback} />
    </ListScreen>
  );
}
