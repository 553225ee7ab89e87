import { eatDay, formatDate, Money, useText } from '@kituo/sdk';
import { product } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import type { ProductRow } from './product-fields.ts';
import { termsOf } from './terms-family.tsx';

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
        {({ paidOutCents, repaidCents, annualRatePercent, bills }) => (
          <>
            <p>
              <Money cents={request.principalCents} /> · {t('product.paidOut')} <Money cents={paidOutCents} /> ·{' '}
              {t('product.repaid')} <Money cents={repaidCents} /> · {t('product.cost')}{' '}
              <Money cents={repaidCents - paidOutCents} />
              {annualRatePercent !== null && ` · ${t('product.annualRate', { percent: annualRatePercent.toFixed(2) })}`}
            </p>
            <ul className="kp-facts">
              {bills.map(({ termNo, dueDate, totalCents }) => (
                <li key={termNo}>
                  {termNo}/{bills.length} · {formatDate(dueDate)} · <Money cents={totalCents} />
                </li>
              ))}
            </ul>
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
