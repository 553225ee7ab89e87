import { formatDate, useText } from '@kituo/sdk';
import { maturity } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';

/** Where a rule names no terms. */
const USUAL_DAYS = 30;

/** Due dates of the next twelve months under a rule, for the first term that it names; moved ones in bold. */
export function ExampleDates({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const { countFrom, rollRule, paydayAlign, termDays: typed } = values;
  const value = { ruleName: '-', productNos: [], countFrom, rollRule, paydayAlign };
  const [first] = String(typed ?? '').match(/\d+/) ?? [];
  const termDays = first === undefined ? USUAL_DAYS : Number(first);
  const asked = maturity.preview.request.safeParse({ value, termDays });
  const { data } = useDetail(maturity.preview, asked.success ? asked.data : null);
  if (data === null) return null;
  return (
    <section>
      <h3 className="kp-section-title">{t('maturity.examples', { days: termDays })}</h3>
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
