import { Money, useText } from '@kituo/sdk';
import { prepaid } from '@kituo/sdk/contracts';
import { type List, useDetail } from '@kituo/sdk/page';
import type { ConsumptionRow } from './consumption-fields.ts';

/** Totals of what the filters match, by type, in one line. */
export function Totals({ list }: { readonly list: List<ConsumptionRow> }) {
  const t = useText();
  const asked = prepaid.consumptionSummary.request.safeParse({ filters: list.request.filters });
  const { data } = useDetail(prepaid.consumptionSummary, asked.success ? asked.data : null);
  return (
    <p className="kp-muted" role="status">
      {t('consumption.charged')} <Money cents={data?.amountCents ?? null} />
      {data !== null && data.reversedCents > 0 && (
        <>
          {' · '}
          {t('consumption.reversed')} <Money cents={data.reversedCents} />
        </>
      )}
      {data !== null && data.unpaid > 0 && (
        <>
          {' · '}
          {t('consumption.unpaid', { count: data.unpaid })} <Money cents={data.unpaidCents} />
        </>
      )}
      {data?.byType.map(({ consumptionType, amountCents }) => (
        <span key={consumptionType}>
          {' · '}
          {t(`CONSUMPTION_TYPE.${consumptionType}`)} <Money cents={amountCents} />
        </span>
      ))}
    </p>
  );
}
