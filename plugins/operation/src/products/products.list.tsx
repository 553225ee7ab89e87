import { useText } from '@kituo/sdk';
import { change, product } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  DescriptionList,
  DetailOf,
  DetailTabs,
  fieldsOf,
  FormDialog,
  ListScreen,
  merchantOptions,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';
import { productColumns, productFilters, type ProductRow } from './product-fields.ts';
import { Comparison, FormComparison } from './comparison.tsx';
import { FormQuote, Quote } from './quote.tsx';
import { held, termsFamily } from './terms-family.tsx';

interface NameValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly productName: string;
}
interface CopyValues extends Record<string, unknown> {
  readonly merchantNos: string[];
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Select, Text } = fieldsOf<NameValues>();
const copyFields = fieldsOf<CopyValues>();
const subjectOf = ({ merchantNo, productNo }: ProductRow) => `${merchantNo}_${productNo}`;
const waitsIn = change.changeFamilies.product;

/** Products with the terms in force; each has its versions, a worked example and its switch. */
export function ProductList() {
  const t = useText();
  const screen = useListPage<ProductRow>({
    load: product.page,
    idOf: (row) => row.productNo,
    columns: productColumns,
    filters: productFilters,
    defaultSort: 'productNo',
    file: { endpoint: product.exportList, jobKind: 'products.export' },
  });
  const { list } = screen;
  const refreshed = { refresh: list.refresh };
  useRefreshOn('change', list.refresh);
  const family = useMemo(() => termsFamily(t), [t]);
  const nameOf = (row: ProductRow) => row.productName;
  const known = (subjectNo: string) => list.rows.find((row) => subjectOf(row) === subjectNo);
  const versions = useVersionActions(family, list.refresh, ({ subjectNo, versionNo }) =>
    t('version.named', { name: known(subjectNo)?.productName ?? subjectNo, no: versionNo }),
  );
  const nameRequest = (row: ProductRow | null, { merchantNo, productName }: NameValues) => ({
    merchantNo: merchantNo ?? '',
    productName,
    ...(row && { productNo: row.productNo, version: row.version }),
  });
  const add = useAction({ name: 'productAdd', endpoint: product.save, request: nameRequest, list: refreshed });
  const rename = useAction({
    name: 'productRename',
    endpoint: product.save,
    request: nameRequest,
    list: refreshed,
    facts: (row: ProductRow | null) => ({ name: row?.productName ?? '' }),
  });
  const copy = useAction({
    name: 'productCopy',
    endpoint: product.copy,
    request: ({ productNo }: ProductRow, { merchantNos, reason }: CopyValues) => ({
      productNo,
      merchantNos: [...merchantNos],
      reason,
    }),
    list: refreshed,
    facts: (row: ProductRow, done) => ({
      name: row.productName,
      copied: done?.copied.length ?? 0,
      known: done?.known ?? 0,
    }),
  });
  const switched = {
    request: ({ productNo }: ProductRow, { reason }: Reason) => ({ productNo, reason }),
    list: refreshed,
    waitsIn,
    facts: (row: ProductRow) => ({ name: row.productName, count: row.openOrders }),
  };
  const enable = useAction({ ...switched, name: 'productEnable', endpoint: product.enable });
  const disable = useAction({ ...switched, name: 'productDisable', endpoint: product.disable, isDangerous: true });
  const edit = onRow(versions.draft, 'save', (row: ProductRow): DraftStart => ({
    subjectNo: subjectOf(row),
    name: row.productName,
    value: row.terms,
  }));
  const namesOf = (row: ProductRow | null): NameValues => ({
    merchantNo: row?.merchantNo ?? null,
    productName: row?.productName ?? '',
  });
  return (
    <ListScreen
      of={screen}
      title={t('product.title')}
      nameOf={nameOf}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        { ...edit, isAllowed: (row) => edit.isAllowed(row) && !isOpen(row) },
        onRow<ProductRow, ProductRow | null>(rename, 'save', (row) => row),
        allowedAs(copy, 'copy'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={(row) => (
        <DetailTabs
          key={row.productNo}
          label={row.productName}
          parameter="detail"
          tabs={[
            {
              name: 'terms',
              content: () => (
                <>
                  <DescriptionList of={row} columns={productColumns} />
                  <Contract productNo={row.productNo} />
                  {row.terms && <Quote productNo={row.productNo} terms={row.terms} />}
                </>
              ),
            },
            {
              name: 'versions',
              awaits: { configKey: family.configKey, subjectNo: subjectOf(row) },
              content: () => (
                <SubjectVersions
                  family={family}
                  subjectNo={subjectOf(row)}
                  actions={versions}
                  example={(terms) => (
                    <>
                      <Quote productNo={row.productNo} terms={held(terms)} />
                      <Comparison productNo={row.productNo} terms={held(terms)} />
                    </>
                  )}
                />
              ),
            },
          ]}
        />
      )}
    >
      <FormDialog action={add} defaults={namesOf}>
        <Select name="merchantNo" options={merchantOptions} />
        <Text name="productName" maxLength={64} />
      </FormDialog>
      <FormDialog action={rename} defaults={namesOf}>
        <Text name="productName" maxLength={64} />
      </FormDialog>
      <FormDialog action={copy} defaults={(): CopyValues => ({ merchantNos: [], reason: '' })}>
        <p>{copy.textOf('effect')}</p>
        <copyFields.MultiSelect name="merchantNos" source={merchantOptions} />
        <copyFields.Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <VersionDraftForm family={family} actions={versions}>
        {versions.draft.subject && <OpenedQuote row={known(versions.draft.subject.subjectNo)} />}
      </VersionDraftForm>
      <AskReason action={enable} />
      <AskReason action={disable}>
        <p>{disable.textOf('effect')}</p>
      </AskReason>
    </ListScreen>
  );
}

/** What applications agree to now. */
function Contract({ productNo }: { readonly productNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={product.one} request={{ productNo }}>
      {({ contract }) => (
        <p>
          {contract === null
            ? t('product.noContract')
            : t('product.contract', {
                title: contract.title,
                no: contract.versionNo,
                languages: contract.languages.join(', '),
              })}
        </p>
      )}
    </DetailOf>
  );
}

/** A draft or what awaits approval is gone on with in its versions: one open version a product. */
const isOpen = ({ openVersion }: ProductRow) =>
  openVersion !== null && (openVersion.versionStatus === 'DRAFT' || openVersion.versionStatus === 'PENDING');

function OpenedQuote({ row }: { readonly row: ProductRow | undefined }) {
  return row === undefined ? null : (
    <>
      <FormQuote row={row} />
      <FormComparison row={row} />
    </>
  );
}
