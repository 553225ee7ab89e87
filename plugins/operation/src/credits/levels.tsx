import { formatMoney, useText } from '@kituo/sdk';
import type { temporaryCredit } from '@kituo/sdk/contracts';

/** What a raise exposes the lender to, by model level. */
export function Levels(props: {
  readonly levels: readonly temporaryCredit.ExposedLevel[];
  readonly amountCents: number | null;
}) {
  const { levels, amountCents } = props;
  const t = useText();
  return (
    <ul className="kp-facts" aria-label={t('credit.byLevel')}>
      {levels.map(({ modelLevel, customers }) => (
        <li key={modelLevel ?? '-'}>
          {modelLevel === null ? t('credit.noLevel') : t('credit.level', { level: modelLevel })}:{' '}
          {t('credit.customers', { count: customers })}
          {amountCents !== null && ` · ${formatMoney(customers * amountCents)}`}
        </li>
      ))}
    </ul>
  );
}
