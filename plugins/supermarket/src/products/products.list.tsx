import { useText } from '@kituo/sdk';
import { change, marketProduct } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  BatchAction,
  fieldsOf,
  ListScreen,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { productColumns, productFilters, type ProductRow } from './product-fields.ts';
import { ProductDetail, Slots } from './product.detail.tsx';
import { ProductForm, productOf, type ProductValues } from './product.form.tsx';

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}

interface Placing extends Record<string, unknown> {
  readonly sort: number | null;
  readonly vipLevelNo: number | null;
  readonly isForEverybody: boolean;
}
const { Number: Count, Switch } = fieldsOf<Placing>();
const { Text } = fieldsOf<Stated>();

/** Partners' products, and whether customers see them. */
export function ProductList() {
  const t = useText();
  const [columns] = useState(() => productColumns(t('product.unlimited')));
  const screen = useListPage<ProductRow>({
    load: marketProduct.page,
    idOf: (row) => row.marketProductNo,
    columns,
    filters: productFilters,
    defaultSort: 'sort',
    file: { endpoint: marketProduct.exportList, jobKind: 'marketProducts.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = (row: ProductRow) => ({ name: row.productName });
  const saving = {
    endpoint: marketProduct.save,
    request: (row: ProductRow | null, values: ProductValues) => productOf(row, values),
    list,
    facts: (row: ProductRow | null) => ({ name: row?.productName ?? '' }),
  };
  const add = useAction({ ...saving, name: 'productAdd' });
  const update = useAction({ ...saving, name: 'productUpdate' });
  const stated = ({ marketProductNo }: ProductRow, { reason }: Stated) => ({ marketProductNo, reason });
  const onShelf = useAction({
    name: 'productOnShelf',
    endpoint: marketProduct.onShelf,
    request: stated,
    list,
    waitsIn: change.changeFamilies.marketProduct,
    facts,
  });
  const offShelf = useAction({
    name: 'productOffShelf',
    endpoint: marketProduct.offShelf,
    request: stated,
    list,
    isDangerous: true,
    facts,
  });
  const checkLink = useAction({
    name: 'productCheckLink',
    endpoint: marketProduct.linkCheck,
    request: ({ marketProductNo }: ProductRow) => ({ marketProductNo }),
    list,
    facts,
  });
  const takeOffMany = useBatch({
    name: 'productOffShelfMany',
    endpoint: marketProduct.batchOffShelf,
    jobKind: 'marketProducts.offShelf',
    list: screen.list,
    request: ({ ids }, { reason }: Stated) => ({ marketProductNos: [...(ids ?? [])], reason }),
  });
  const place = useBatch({
    name: 'productPlaceMany',
    endpoint: marketProduct.batchPlace,
    jobKind: 'marketProducts.place',
    list: screen.list,
    request: ({ ids }, { sort, vipLevelNo, isForEverybody }: Placing) => ({
      marketProductNos: [...(ids ?? [])],
      placement: {
        ...(sort !== null && { sort }),
        ...(isForEverybody ? { vipLevelNo: null } : vipLevelNo !== null && { vipLevelNo }),
      },
    }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('product.title')}
      nameOf={(row) => row.productName}
      rowActions={[
        allowedAs(onShelf, 'onShelf'),
        onRow(update, 'update', (row: ProductRow): ProductRow | null => row),
        allowedAs(offShelf, 'offShelf'),
        allowedAs(checkLink, 'checkLink'),
      ]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      batches={[takeOffMany, place]}
      emptyText={t('product.none')}
      detail={({ marketProductNo }) => <ProductDetail marketProductNo={marketProductNo} columns={columns} />}
    >
      <ProductForm action={add} />
      <ProductForm action={update} />
      <AskReason action={onShelf}>
        <p>{t('product.onShelfText')}</p>
      </AskReason>
      <AskReason action={offShelf}>
        <p>{t('product.offShelfText')}</p>
        {offShelf.subject !== null && <Slots marketProductNo={offShelf.subject.marketProductNo} />}
      </AskReason>
      <Ask action={checkLink} />
      <BatchAction batch={takeOffMany} defaults={(): Stated => ({ reason: '' })}>
        <p>{t('product.offShelfText')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={place} defaults={(): Placing => ({ sort: null, vipLevelNo: null, isForEverybody: false })}>
        <p>{t('product.placeText')}</p>
        <Count name="sort" isOptional hint={t('product.sortHint')} />
        <Count name="vipLevelNo" isOptional />
        <Switch name="isForEverybody" />
      </BatchAction>
    </ListScreen>
  );
}
