import { useText } from '@kituo/sdk';
import { serviceCoupon } from '@kituo/sdk/contracts';
import {
  Ask,
  AskReason,
  DescriptionList,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  onRow,
  PlusIcon,
  remoteOptions,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { configColumns, configFilters, type ConfigRow } from '../coupons/coupon-fields.ts';

interface Values extends Record<string, unknown> {
  readonly couponTemplateNo: string | null;
  readonly couponContent: string;
  readonly perSendLimit: number | null;
  readonly perDayLimit: number | null;
  readonly perApplicationLimit: number | null;
}
const { Number: Whole, Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({
  couponTemplateNo: null,
  couponContent: '',
  perSendLimit: 1,
  perDayLimit: 20,
  perApplicationLimit: 10,
});
const templates = remoteOptions(serviceCoupon.templateOptions, (all) => all);
const limit = (typed: number | null) => typed ?? Number.NaN;

/** Which coupons agents may ask for, and how many: written by one person, approved by another. */
export function CustomerServiceCouponConfigPage() {
  const t = useText();
  const screen = useListPage<ConfigRow>({
    load: serviceCoupon.configs,
    idOf: (row) => row.configNo,
    columns: configColumns,
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
    request: (_nothing: null, values: Values) => ({
      couponTemplateNo: values.couponTemplateNo ?? '',
      couponContent: values.couponContent,
      perSendLimit: limit(values.perSendLimit),
      perDayLimit: limit(values.perDayLimit),
      perApplicationLimit: limit(values.perApplicationLimit),
    }),
    list: { refresh: list.refresh },
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
        onRow(enable, 'enable', row),
        onRow(disable, 'disable', row),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={(one) => <DescriptionList of={one} columns={configColumns} />}
      emptyText={t('coupons.noneConfigured')}
    >
      <FormDialog action={add} defaults={nothing}>
        <Select name="couponTemplateNo" options={templates} />
        <Text name="couponContent" maxLength={30} />
        <Whole name="perSendLimit" />
        <Whole name="perDayLimit" />
        <Whole name="perApplicationLimit" />
      </FormDialog>
      <Ask action={approve} />
      <AskReason action={reject} />
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}
