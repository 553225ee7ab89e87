import { useSearchParams, useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { allowedAs, Ask, ListScreen, onPage, onRow, PlusIcon, useAction, useListPage } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLastWeek } from '../parts/use-last-week.ts';
import { ApplicationDetail } from '../coupons/application.detail.tsx';
import { applicationOf, ApplyForm, type ApplyFrom, type ApplyValues } from '../coupons/apply.form.tsx';
import { applicationColumns, ownFilters, type ApplicationRow } from '../coupons/coupon-fields.ts';

const { own } = serviceCoupon;

/** Coupons that an agent asked for, and asking for more. */
export function MyCustomerServiceCouponApplyPage() {
  const t = useText();
  const initial = useLastWeek('createdAt');
  const screen = useListPage<ApplicationRow>({
    load: own.page,
    idOf: (row) => row.couponApplicationNo,
    columns: applicationColumns,
    filters: ownFilters,
    defaultSort: '-createdAt',
    initial,
    file: { endpoint: own.exportList, jobKind: 'serviceCouponApplies.export' },
  });
  const [filePhones, setFilePhones] = useState<readonly string[]>([]);
  const apply = useAction({
    name: 'couponApply',
    endpoint: serviceCoupon.submit,
    request: (_from: ApplyFrom, values: ApplyValues) => applicationOf(values, filePhones),
    list: { refresh: screen.list.refresh },
    facts: (_from, reply) => ({ name: reply?.couponApplicationNo ?? '' }),
  });
  const read = useAction({
    name: 'couponRead',
    endpoint: serviceCoupon.read,
    request: ({ couponApplicationNo }: ApplicationRow) => ({ couponApplicationNo }),
    list: screen.list,
    facts: ({ couponApplicationNo }) => ({ name: couponApplicationNo }),
  });
  const [query, setQuery] = useSearchParams();
  const forFeedback = query.get('forFeedback');
  const forCall = query.get('forCall');
  const openFor = useEffectEvent((from: ApplyFrom) => {
    query.delete('forFeedback');
    query.delete('forCall');
    setQuery(query, { replace: true });
    if (apply.isPermitted) apply.open(from);
  });
  // A feedback or a call leads to the form for its customer.
  useEffect(() => {
    if (forFeedback !== null) openFor({ feedbackNo: forFeedback });
    else if (forCall !== null) openFor({ recordNo: forCall });
  }, [forFeedback, forCall]);
  return (
    <ListScreen
      of={screen}
      title={t('coupons.applyTitle')}
      rowActions={[
        onRow<ApplicationRow, ApplyFrom>(apply, 'again', (row) => row, t('action.couponAgain.label')),
        allowedAs(read, 'read'),
      ]}
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
      <ApplyForm action={apply} filePhones={filePhones} onPhones={setFilePhones} />
      <Ask action={read} />
    </ListScreen>
  );
}
