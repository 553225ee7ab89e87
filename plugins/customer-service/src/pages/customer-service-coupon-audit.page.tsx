import { formatMoney, useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import {
  Ask,
  AskReason,
  BatchAction,
  BatchConfirm,
  fieldsOf,
  ListScreen,
  onRow,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useLastWeek } from '../parts/use-last-week.ts';
import { ApplicationDetail } from '../coupons/application.detail.tsx';
import { applicationColumns, type ApplicationRow, auditFilters } from '../coupons/coupon-fields.ts';

const { toAudit } = serviceCoupon;
const { Text } = fieldsOf<{ reason: string }>();

/** Deciding what agents asked for, with the certificates in view. */
export function CustomerServiceCouponAuditPage() {
  const t = useText();
  const initial = useLastWeek('createdAt');
  const screen = useListPage<ApplicationRow>({
    load: toAudit.page,
    idOf: (row) => row.couponApplicationNo,
    columns: applicationColumns,
    filters: auditFilters,
    initial,
    file: { endpoint: toAudit.exportList, jobKind: 'serviceCouponAudits.export' },
  });
  const { list } = screen;
  const facts = ({ couponApplicationNo }: ApplicationRow) => ({ name: couponApplicationNo });
  const approve = useAction({
    name: 'couponApprove',
    endpoint: serviceCoupon.approve,
    request: ({ couponApplicationNo }: ApplicationRow) => ({ couponApplicationNo }),
    list,
    facts,
  });
  const reject = useAction({
    name: 'couponReject',
    endpoint: serviceCoupon.reject,
    request: ({ couponApplicationNo }: ApplicationRow, { reason }: { reason: string }) => ({
      couponApplicationNo,
      reason,
    }),
    list,
    facts,
  });
  const retryIssue = useAction({
    name: 'couponRetryIssue',
    endpoint: serviceCoupon.retryIssue,
    request: ({ couponApplicationNo }: ApplicationRow) => ({ couponApplicationNo }),
    list,
    facts: ({ couponApplicationNo, failedCount }, reply) => ({
      name: couponApplicationNo,
      count: reply?.issued ?? failedCount,
    }),
  });
  const approveMany = useBatch<typeof serviceCoupon.approveMany, ApplicationRow>({
    name: 'couponApproveMany',
    endpoint: serviceCoupon.approveMany,
    jobKind: 'serviceCouponAudit.decide',
    list,
    request: ({ ids }) => ({ couponApplicationNos: [...(ids ?? [])] }),
  });
  const rejectMany = useBatch<typeof serviceCoupon.rejectMany, ApplicationRow, { reason: string }>({
    name: 'couponRejectMany',
    endpoint: serviceCoupon.rejectMany,
    jobKind: 'serviceCouponAudit.decide',
    list,
    request: ({ ids }, { reason }) => ({ couponApplicationNos: [...(ids ?? [])], reason }),
  });
  const row = (one: ApplicationRow) => one;
  const detail = ({ couponApplicationNo }: ApplicationRow) => (
    <ApplicationDetail of={toAudit.detail} couponApplicationNo={couponApplicationNo} />
  );
  return (
    <ListScreen
      of={screen}
      title={t('coupons.auditTitle')}
      rowActions={[onRow(approve, 'approve', row), onRow(reject, 'reject', row), onRow(retryIssue, 'retryIssue', row)]}
      batches={[approveMany, rejectMany]}
      detail={detail}
      emptyText={t('coupons.noneToAudit')}
    >
      <Ask
        action={approve}
        say={(one) => (
          <>
            <p>
              {t('coupons.approveText', {
                count: one.customerCount * one.quantity,
                money: formatMoney(one.totalCents),
              })}
            </p>
            {detail(one)}
          </>
        )}
      />
      <AskReason action={reject} />
      <Ask action={retryIssue} />
      <BatchConfirm batch={approveMany} describe={({ count }) => <p>{t('coupons.approveMany', { count })}</p>} />
      <BatchAction batch={rejectMany} defaults={() => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}
