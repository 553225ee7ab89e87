import { eatDay, formatDate, formatDecimal, Money, useText } from '@kituo/sdk';
import { product } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import './plan.css';
import type { ProductRow } from './product-fields.ts';
import { termsOf } from './terms-family.tsx';

const COLUMNS = ['term', 'due', 'principal', 'interest', 'fees', 'total'] as const;

/** A worked example: what a customer who borrows the most gets, pays and when. */
export function Quote(props: { readonly productNo: string; readonly terms: Readonly<Record<string, unknown>> }) {
  const { productNo, terms } = props;
  const t = useText();
  const form = product.productTerms.safeParse(terms);
  const request = form.success
    ? { productNo, principalCents: form.data.maxPrincipalCents, lentOn: eatDay(), terms: form.data }
    : null;
  const quoted = useDetail(product.quote, request);
  if (request === null) return <p className="kp-muted">{t('product.quoteLater')}</p>;
  return (
    <section aria-label={t('product.quote')} aria-live="polite">
      <h4>{t('product.quote')}</h4>
      <Answered detail={quoted}>
        {({ paidOutCents, repaidCents, totalCostCents, aprPercent, bills }) => (
          <>
            <p>
              {t('product.principal')} <Money cents={request.principalCents} /> · {t('product.paidOut')}{' '}
              <Money cents={paidOutCents} /> · {t('product.repaid')} <Money cents={repaidCents} /> · {t('product.cost')}{' '}
              <Money cents={totalCostCents} />
              {aprPercent !== null && (
                <span title={t('product.aprHint')}>
                  {' · '}
                  {t('product.annualRate', { percent: formatDecimal(aprPercent, 2) })}
                </span>
              )}
            </p>
            <div className="op-plan-scroll" tabIndex={0} role="group" aria-label={t('product.plan')}>
              <table className="op-plan">
                <thead>
                  <tr>
                    {COLUMNS.map((column) => (
                      <th key={column} scope="col">
                        {t(`product.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {bills.map(({ termNo, dueDate, principalCents, interestCents, feesCents, totalCents }) => (
                    <tr key={termNo}>
                      <th scope="row">
                        {termNo}/{bills.length}
                      </th>
                      <td>{formatDate(dueDate)}</td>
                      {[principalCents, interestCents, feesCents, totalCents].map((cents, index) => (
                        <td key={COLUMNS[index + 2]}>
                          <Money cents={cents} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Answered>
    </section>
  );
}

/** The same of the values that a form holds now. */
export function FormQuote({ row }: { readonly row: ProductRow }) {
  return <Quote productNo={row.productNo} terms={termsOf(useFormValues())} />;
}
