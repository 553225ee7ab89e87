import { useText } from '@kituo/sdk';
import { coupon } from '@kituo/sdk/contracts';
import {
  decision,
  DecisionDialogs,
  DescriptionList,
  ListScreen,
  useDecisions,
  useListPage,
  type RowAction,
} from '@kituo/sdk/page';
import { applicationColumns, applicationFilters, type ApplicationRow } from './coupon-fields.ts';

const decidable = (row: ApplicationRow) => ({ ...row, makerName: row.applicantName });
type Decided = ReturnType<typeof decidable>;

/** Who asked for coupons for whom; another person agrees before any is issued. */
export function ApplicationList() {
  const t = useText();
  const screen = useListPage<ApplicationRow>({
    load: coupon.applicationPage,
    idOf: (row) => row.couponApplicationNo,
    columns: applicationColumns,
    filters: applicationFilters,
    file: { endpoint: coupon.applicationExport, jobKind: 'couponApplications.export' },
  });
  const audited = (isApproved: boolean) => (row: Decided, reason: string | undefined) => ({
    couponApplicationNo: row.couponApplicationNo,
    isApproved,
    ...(reason !== undefined && { reason }),
  });
  const decisions = useDecisions<Decided>({
    list: { refresh: screen.list.refresh },
    nameOf: (row) => row.couponContent,
    approve: decision(coupon.couponAudit, audited(true)),
    reject: decision(coupon.couponAudit, audited(false)),
  });
  const reviews: RowAction<ApplicationRow>[] = decisions.rowActions.map((action) => ({
    ...action,
    isAllowed: (row) => action.isAllowed(decidable(row)),
    open: (row) => {
      action.open(decidable(row));
    },
  }));
  return (
    <ListScreen
      of={screen}
      title={t('coupon.applications')}
      nameOf={(row) => row.couponContent}
      rowActions={reviews}
      detail={(row) => <DescriptionList of={row} columns={applicationColumns} />}
    >
      <DecisionDialogs decisions={decisions}>
        {(row) => <DescriptionList of={row} columns={applicationColumns} />}
      </DecisionDialogs>
    </ListScreen>
  );
}
