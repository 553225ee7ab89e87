import { formatMoney, useText } from '@kituo/sdk';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import { CONSUMPTION_TYPE } from '../parts/codes.ts';
import type { ConsumptionRow } from './consumption-fields.ts';

export interface ChargeValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly consumptionType: ConsumptionRow['consumptionType'];
  readonly causeNo: string;
  readonly orderNo: string;
  readonly quantity: number | null;
  readonly unitPriceCents: number | null;
  readonly remark: string;
}
const { Money, Number: Count, Select, Text } = fieldsOf<ChargeValues>();

const nothing = (): ChargeValues => ({
  merchantNo: null,
  consumptionType: 'DATA_QUERY',
  causeNo: '',
  orderNo: '',
  quantity: 1,
  unitPriceCents: null,
  remark: '',
});

export const chargeOf = ({ orderNo, unitPriceCents, ...values }: ChargeValues) => ({
  ...values,
  merchantNo: values.merchantNo ?? '',
  quantity: values.quantity ?? Number.NaN,
  ...(unitPriceCents !== null && { unitPriceCents }),
  ...(orderNo.trim() !== '' && { orderNo: orderNo.trim() }),
});

/** What no order and no call charged automatically. */
export function ChargeForm(props: { readonly action: Action<null, ChargeValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Select name="merchantNo" options={merchantOptions} />
      <Select name="consumptionType" options={CONSUMPTION_TYPE} />
      <div className="kp-pair">
        <Count name="quantity" />
        <Money name="unitPriceCents" isOptional hint={t('consumption.priceHint')} />
      </div>
      <Total />
      <Text name="causeNo" maxLength={64} hint={t('consumption.causeHint')} />
      <Text name="orderNo" isOptional maxLength={64} />
      <Text name="remark" isLong maxLength={200} />
    </FormDrawer>
  );
}

function Total() {
  const t = useText();
  const { quantity, unitPriceCents } = useFormValues();
  const total = typeof quantity === 'number' && typeof unitPriceCents === 'number' ? quantity * unitPriceCents : 0;
  return total > 0 ? <p>{t('consumption.total', { money: formatMoney(total) })}</p> : null;
}
