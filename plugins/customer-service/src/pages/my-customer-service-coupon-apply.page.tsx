import { useSearchParams, useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { ListScreen, onPage, onRow, PlusIcon, useAction, useListPage } from '@kituo/sdk/page';
import { useEffect, useEffectEvent } from 'react';
import { ApplicationDetail } from '../coupons/application.detail.tsx';
import { applicationOf, ApplyForm, type ApplyFrom, type ApplyValues } from '../coupons/apply.form.tsx';
import { applicationColumns, applicationFilters, type ApplicationRow } from '../coupons/coupon-fields.ts';

const { own } = serviceCoupon;

/** Coupons that an agent asked for, and asking for more. */
export function MyCustomerServiceCouponApplyPage() {
  const t = useText();
  const screen = useListPage<ApplicationRow>({
    load: own.page,
    idOf: (row) => row.couponApplicationNo,
    columns: applicationColumns,
    filters: applicationFilters,
    defaultSort: '-createdAt',
    file: { endpoint: own.exportList, jobKind: 'serviceCouponApplies.export' },
  });
  const apply = useAction({
    name: 'couponApply',
    endpoint: serviceCoupon.submit,
    request: (_from: ApplyFrom, values: ApplyValues) => applicationOf(values),
    list: { refresh: screen.list.refresh },
    facts: (_from, reply) => ({ name: reply?.couponApplicationNo ?? '' }),
  });
  const [query, setQuery] = useSearchParams();
  const forFeedback = query.get('forFeedback');
  const openFor = useEffectEvent((feedbackNo: string) => {
    query.delete('forFeedback');
    setQuery(query, { replace: true });
    if (apply.isPermitted) apply.open({ feedbackNo });
  });
  // A feedback leads to the form for its customer.
  useEffect(() => {
    if (forFeedback !== null) openFor(forFeedback);
  }, [forFeedback]);
  return (
    <ListScreen
      of={screen}
      title={t('coupons.applyTitle')}
      rowActions={[onRow<ApplicationRow, ApplyFrom>(apply, 'again', (row) => row, t('action.couponAgain.label'))]}
      pageActions={[
        onPage<ApplyFrom>(
          { ...apply, isAllowed: () => apply.isPermitted },
          null,
          <PlusIcon aria-hidden title={false} />,
        ),
      ]}
      detail={({ couponApplicationNo }) => (
        <ApplicationDetail of={own.detail} couponApplicationNo={couponApplicationNo} />
      )}
      emptyText={t('coupons.noneApplied')}
    >
      <ApplyForm action={apply} />
    </ListScreen>
  );
}
