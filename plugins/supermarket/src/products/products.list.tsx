import { useText } from '@kituo/sdk';
import { change, marketProduct } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  ListScreen,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { productColumns, productFilters, type ProductRow } from './product-fields.ts';
import { ProductDetail, Slots } from './product.detail.tsx';
import { ProductForm, productOf, type ProductValues } from './product.form.tsx';

interface Stated extends Record<string, unknown> {
  readonly reason: string;
}

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
    </ListScreen>
  );
}
