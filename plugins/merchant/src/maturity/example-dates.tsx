import { formatDate, useText } from '@kituo/sdk';
import { maturity } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';

const TERM_DAYS = 30;

/** Due dates of the next twelve months under what the form says; moved ones in bold. */
export function ExampleDates({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const { countFrom, rollRule, paydayAlign } = values;
  const value = { ruleName: '-', productNos: [], countFrom, rollRule, paydayAlign };
  const asked = maturity.preview.request.safeParse({ value, termDays: TERM_DAYS });
  const { data } = useDetail(maturity.preview, asked.success ? asked.data : null);
  if (data === null) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('maturity.examples', { days: TERM_DAYS })}</h3>
      <ul className="kp-facts">
        {data.map(({ lentOn, plainDate, dueDate }) => (
          <li key={lentOn}>
            {formatDate(lentOn)} →{' '}
            {dueDate === plainDate ? (
              formatDate(dueDate)
            ) : (
              <>
                {formatDate(plainDate)} → <strong>{formatDate(dueDate)}</strong>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
