import { formatDecimal, Money, useText } from '@kituo/sdk';
import { product } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import type { ProductRow } from './product-fields.ts';
import './plan.css';
import { termsOf } from './terms-family.tsx';

const AMOUNTS = ['paidOutCents', 'repaidCents', 'totalCostCents'] as const;
const LABELS = { paidOutCents: 'paidOut', repaidCents: 'repaid', totalCostCents: 'cost' } as const;

/** What terms change: the same loan now and then, and the last month's loans under both. */
export function Comparison(props: { readonly productNo: string; readonly terms: Readonly<Record<string, unknown>> }) {
  const { productNo, terms } = props;
  const t = useText();
  const form = product.productTerms.safeParse(terms);
  const compared = useDetail(product.compare, form.success ? { productNo, terms: form.data } : null);
  if (!form.success) return null;
  const percentOf = (percent: number | null) => (percent === null ? '–' : `${formatDecimal(percent, 2)}%`);
  return (
    <section aria-label={t('product.compared')} aria-live="polite">
      <h4>{t('product.compared')}</h4>
      <Answered detail={compared}>
        {({ examples, month }) => (
          <>
            {examples === null ? (
              <p className="kp-muted">{t('product.nothingToCompare')}</p>
            ) : (
              <table className="op-plan op-plan-compared">
                <thead>
                  <tr>
                    <th scope="col">
                      <Money cents={examples.after.principalCents} />
                    </th>
                    <th scope="col">{t('product.now')}</th>
                    <th scope="col">{t('product.then')}</th>
                  </tr>
                </thead>
                <tbody>
                  {AMOUNTS.map((field) => (
                    <tr key={field}>
                      <th scope="row">{t(`product.${LABELS[field]}`)}</th>
                      <td>
                        <Money cents={examples.before[field]} />
                      </td>
                      <td>
                        <Money cents={examples.after[field]} />
                      </td>
                    </tr>
                  ))}
                  <tr>
                    <th scope="row">{t('product.apr')}</th>
                    <td>{percentOf(examples.before.aprPercent)}</td>
                    <td>{percentOf(examples.after.aprPercent)}</td>
                  </tr>
                  <tr>
                    <th scope="row">{t('product.bills')}</th>
                    <td>{examples.before.bills.length}</td>
                    <td>{examples.after.bills.length}</td>
                  </tr>
                </tbody>
              </table>
            )}
            {month.orders > 0 && (
              <p>
                {t('product.monthText', { count: month.orders })} · {t('product.cost')}{' '}
                <Money cents={month.beforeCostCents} /> → <Money cents={month.afterCostCents} /> ·{' '}
                {t('product.monthSides', { dearer: month.dearer, cheaper: month.cheaper })}
                {month.notOffered > 0 && ` · ${t('product.monthNotOffered', { count: month.notOffered })}`}
              </p>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

/** The same of the values that a form holds now. */
export function FormComparison({ row }: { readonly row: ProductRow }) {
  return <Comparison productNo={row.productNo} terms={termsOf(useFormValues())} />;
}
