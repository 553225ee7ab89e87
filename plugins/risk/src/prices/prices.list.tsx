import { Money, useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import {
  DescriptionList,
  DetailOf,
  ImportDialog,
  ListScreen,
  onPage,
  onRow,
  useImport,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { loansText, percentOf, priceColumnsIn, priceFilters, type PriceRow } from './price-fields.ts';
import { type EditStart, PriceForm, usePriceEdit } from './price.form.tsx';

const initial = { versionStatus: 'IN_FORCE' };

/** What customers are offered, a price each; those in force at first. */
export function PriceList() {
  const t = useText();
  const columns = useMemo(() => priceColumnsIn(t), [t]);
  const screen = useListPage<PriceRow>({
    load: riskPricing.page,
    idOf: (row) => row.cellId,
    columns,
    filters: priceFilters,
    initial,
    file: { endpoint: riskPricing.exportList, jobKind: 'riskPrices.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const editing = usePriceEdit(list);
  const importer = useImport({
    name: 'priceImport',
    kind: 'riskRates.import',
    code: 'risk:pricing:import',
    list: { refresh: list.refresh },
  });
  const fresh: EditStart = { merchantNo: null };
  const nameOf = (row: PriceRow) =>
    `${row.productName} · ${row.modelLevel ?? t('price.anyLevel')} · ${loansText(t, row.settledOrderCount)}`;
  return (
    <ListScreen
      of={screen}
      title={t('price.title')}
      nameOf={nameOf}
      rowActions={[
        onRow(
          editing.edit,
          'save',
          ({ pricingCode }: PriceRow): EditStart => ({ merchantNo: pricingCode }),
          t('price.edit'),
        ),
      ]}
      pageActions={[onPage(editing.edit, fresh), onPage(importer.action, null)]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {row.versionStatus === 'IN_FORCE' && <Quote row={row} />}
        </>
      )}
      emptyText={t('price.empty')}
    >
      <PriceForm {...editing} />
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}

/** What a customer of this price is offered now, after the product's own bounds. */
function Quote({ row }: { readonly row: PriceRow }) {
  const t = useText();
  const { productNo, modelLevel, settledOrderCount } = row;
  const request = { productNo, modelLevel, settledOrders: Math.max(0, settledOrderCount) };
  return (
    <section aria-label={t('price.quote')}>
      <h4>{t('price.quote')}</h4>
      <DetailOf endpoint={riskPricing.quote} request={request}>
        {(quoted) => (
          <>
            <p>
              <Money cents={quoted.minPrincipalCents} /> – <Money cents={quoted.maxPrincipalCents} /> ·{' '}
              {t('price.rates', {
                interest: percentOf(quoted.dailyInterestBps),
                fee: percentOf(quoted.serviceFeeBps),
              })}
            </p>
            {quoted.paidOutCents !== null && quoted.repaidCents !== null && (
              <p>
                {t('price.largest')} <Money cents={quoted.paidOutCents} /> · {t('price.repaid')}{' '}
                <Money cents={quoted.repaidCents} />
              </p>
            )}
          </>
        )}
      </DetailOf>
    </section>
  );
}
