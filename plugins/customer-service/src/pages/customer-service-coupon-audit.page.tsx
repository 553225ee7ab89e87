import { formatMoney, useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { Ask, AskReason, ListScreen, onRow, useAction, useListPage } from '@kituo/sdk/page';
import { ApplicationDetail } from '../coupons/application.detail.tsx';
import { applicationColumns, applicationFilters, type ApplicationRow } from '../coupons/coupon-fields.ts';

const { toAudit } = serviceCoupon;

/** Deciding what agents asked for, with the certificates in view. */
export function CustomerServiceCouponAuditPage() {
  const t = useText();
  const screen = useListPage<ApplicationRow>({
    load: toAudit.page,
    idOf: (row) => row.couponApplicationNo,
    columns: applicationColumns,
    filters: applicationFilters,
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
  const row = (one: ApplicationRow) => one;
  const detail = ({ couponApplicationNo }: ApplicationRow) => (
    <ApplicationDetail of={toAudit.detail} couponApplicationNo={couponApplicationNo} />
  );
  return (
    <ListScreen
      of={screen}
      title={t('coupons.auditTitle')}
      rowActions={[onRow(approve, 'approve', row), onRow(reject, 'reject', row)]}
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
    </ListScreen>
  );
}
