import { Money, useText } from '@kituo/sdk';
import { prepaid } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import type { ConsumptionRow } from './consumption-fields.ts';

/** The merchant's balance before and after a reversal. */
export function BalanceAfter({ row: { recordNo, amountCents } }: { readonly row: ConsumptionRow }) {
  const t = useText();
  return (
    <DetailOf endpoint={prepaid.consumption} request={{ recordNo }}>
      {({ balanceCents }) => (
        <p>
          {t('consumption.balance')}: <Money cents={balanceCents} /> → <Money cents={balanceCents + amountCents} />
        </p>
      )}
    </DetailOf>
  );
}
