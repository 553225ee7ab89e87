import { useText } from '@kituo/sdk';
import { promoCode } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  decision,
  DecisionDialogs,
  DescriptionList,
  ListScreen,
  useAction,
  useDecisions,
  useListPage,
} from '@kituo/sdk/page';
import { batchColumns, batchFilters } from './promo-fields.ts';

type Row = promoCode.PromoBatchRow;

/** Batches of promo codes; the codes of one exist once another person approved it. */
export function PromoBatchList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: promoCode.batchPage,
    idOf: (row) => row.batchNo,
    columns: batchColumns,
    filters: batchFilters,
    defaultSort: '-createdAt',
    file: { endpoint: promoCode.batchExport, jobKind: 'promoBatches.export' },
  });
  const list = { refresh: screen.list.refresh };
  const audited = (isApproved: boolean) => (row: Row, reason: string | undefined) => ({
    batchNo: row.batchNo,
    isApproved,
    ...(reason !== undefined && { reason }),
  });
  const decisions = useDecisions<Row>({
    list,
    nameOf: (row) => row.batchNo,
    approve: decision(promoCode.audit, audited(true)),
    reject: decision(promoCode.audit, audited(false)),
  });
  const disable = useAction({
    name: 'promoBatchDisable',
    endpoint: promoCode.batchDisable,
    request: ({ batchNo }: Row, { reason }: { readonly reason: string }) => ({ batchNo, reason }),
    list,
    facts: ({ batchNo }: Row) => ({ name: batchNo }),
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('tab.promoBatches')}
      nameOf={(row) => row.batchNo}
      rowActions={[...decisions.rowActions, allowedAs(disable, 'disable')]}
      detail={(row) => <DescriptionList of={row} columns={batchColumns} />}
    >
      <AskReason action={disable} />
      <DecisionDialogs decisions={decisions}>
        {(row) => <DescriptionList of={row} columns={batchColumns} />}
      </DecisionDialogs>
    </ListScreen>
  );
}
