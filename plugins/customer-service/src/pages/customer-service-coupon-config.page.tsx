import { useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import { Ask, AskReason, ListScreen, onPage, onRow, PlusIcon, useAction, useListPage } from '@kituo/sdk/page';
import { useMemo } from 'react';
import { ConfigDetail } from '../coupons/config.detail.tsx';
import { ConfigForm, configOf, type ConfigValues } from '../coupons/config.form.tsx';
import { configColumnsIn, configFilters, type ConfigRow } from '../coupons/coupon-fields.ts';

/** Which coupons agents may ask for, and how many: written by one person, approved by another. */
export function CustomerServiceCouponConfigPage() {
  const t = useText();
  const columns = useMemo(() => configColumnsIn(t), [t]);
  const screen = useListPage<ConfigRow>({
    load: serviceCoupon.configs,
    idOf: (row) => row.configNo,
    columns,
    filters: configFilters,
    defaultSort: '-updatedAt',
    file: { endpoint: serviceCoupon.configExport, jobKind: 'serviceCouponConfigs.export' },
  });
  const { list } = screen;
  const facts = ({ couponContent }: ConfigRow) => ({ name: couponContent });
  const request = ({ configNo }: ConfigRow) => ({ configNo });
  const add = useAction({
    name: 'couponConfigAdd',
    endpoint: serviceCoupon.configSave,
    request: (_nothing: null, values: ConfigValues) => configOf(null, values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'couponConfigUpdate',
    endpoint: serviceCoupon.configSave,
    request: (row: ConfigRow, values: ConfigValues) => configOf(row, values),
    list: { refresh: list.refresh },
    facts,
  });
  const approve = useAction({ name: 'configApprove', endpoint: serviceCoupon.configApprove, request, list, facts });
  const enable = useAction({ name: 'configEnable', endpoint: serviceCoupon.configEnable, request, list, facts });
  const disable = useAction({
    name: 'configDisable',
    endpoint: serviceCoupon.configDisable,
    request,
    list,
    facts,
    isDangerous: true,
  });
  const reject = useAction({
    name: 'configReject',
    endpoint: serviceCoupon.configReject,
    request: ({ configNo }: ConfigRow, { reason }: { reason: string }) => ({ configNo, reason }),
    list,
    facts,
  });
  const row = (one: ConfigRow) => one;
  return (
    <ListScreen
      of={screen}
      title={t('coupons.configTitle')}
      nameOf={({ couponContent }) => couponContent}
      rowActions={[
        onRow(approve, 'approve', row),
        onRow(reject, 'reject', row),
        onRow(update, 'update', row),
        onRow(enable, 'enable', row),
        onRow(disable, 'disable', row),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ configNo }) => <ConfigDetail configNo={configNo} />}
      emptyText={t('coupons.noneConfigured')}
    >
      <ConfigForm action={add} />
      <ConfigForm action={update} />
      <Ask action={approve} />
      <AskReason action={reject} />
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}
