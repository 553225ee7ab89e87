import { useText } from '@kituo/sdk';
import { promoCode } from '@kituo/sdk/contracts';
import { allowedAs, AskReason, DescriptionList, ListScreen, useAction, useListPage } from '@kituo/sdk/page';
import { codeColumns, codeFilters } from './promo-fields.ts';

type Row = promoCode.PromoCodeRow;

/** The promo codes of approved batches, each with its redemptions. */
export function PromoCodeList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: promoCode.page,
    idOf: (row) => row.promoCode,
    columns: codeColumns,
    filters: codeFilters,
    file: { endpoint: promoCode.exportList, jobKind: 'promoCodes.export' },
  });
  const disable = useAction({
    name: 'promoCodeDisable',
    endpoint: promoCode.disable,
    request: (row: Row, { reason }: { readonly reason: string }) => ({ promoCode: row.promoCode, reason }),
    list: { refresh: screen.list.refresh },
    facts: (row: Row) => ({ name: row.promoCode }),
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('tab.promoCodes')}
      nameOf={(row) => row.promoCode}
      rowActions={[allowedAs(disable, 'disable')]}
      detail={(row) => <DescriptionList of={row} columns={codeColumns} />}
    >
      <AskReason action={disable} />
    </ListScreen>
  );
}
