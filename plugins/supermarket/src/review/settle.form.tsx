import { Money as Amount, useText } from '@kituo/sdk';
import type { prepaid } from '@kituo/sdk/contracts';
import { type Batch, BatchAction, type CodesOf, defineDictionary, fieldsOf } from '@kituo/sdk/page';
import type { DayRow } from './review-fields.ts';

export interface SettleValues extends Record<string, unknown> {
  readonly amountCents: number | null;
  readonly paymentChannel: 'MPESA' | 'BANK';
  readonly paymentCode: string;
  readonly paidAt: string | null;
  readonly reason: string;
}
const { Moment, Money, Segmented, Text } = fieldsOf<SettleValues>();
const RECHARGE_CHANNEL = defineDictionary<CodesOf<typeof prepaid.rechargeChannel>>('RECHARGE_CHANNEL', {
  MPESA: 'waiting',
  BANK: 'waiting',
});

/** A partner's payment of the selected days, to the cent. */
export function SettleForm(props: { readonly batch: Batch<SettleValues>; readonly rows: readonly DayRow[] }) {
  const t = useText();
  const dueCents = props.rows.reduce((sum, row) => sum + row.dueCents, 0);
  const defaults = (): SettleValues => ({
    amountCents: dueCents,
    paymentChannel: 'BANK',
    paymentCode: '',
    paidAt: null,
    reason: '',
  });
  return (
    <BatchAction batch={props.batch} defaults={defaults}>
      <p>
        {t('review.settleText')} <Amount cents={dueCents} />
      </p>
      <Money name="amountCents" />
      <Segmented name="paymentChannel" options={RECHARGE_CHANNEL} />
      <Text name="paymentCode" maxLength={64} />
      <Moment name="paidAt" />
      <Text name="reason" isLong maxLength={200} />
    </BatchAction>
  );
}
