import { Button, formatMoney, useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import { useDetail, useFormValues } from '@kituo/sdk/page';
import { useEffect } from 'react';
import { percentOf } from './price-fields.ts';
import './prices.css';
import '../rules/rules.css';

type Cell = riskPricing.PriceCell;
type Products = readonly {
  readonly productNo: string;
  readonly productName: string;
  readonly merchantNo: string;
  readonly minPrincipalCents: number;
  readonly maxPrincipalCents: number;
  readonly dailyInterestBps: number;
  readonly serviceFeeBps: number;
}[];

const MOST = 2_000;
const NO_PRODUCTS: Products = [];

/** A cell that says what its product says. */
function cellOf(product: Products[number] | undefined): Cell {
  return {
    productNo: product?.productNo ?? '',
    modelLevel: null,
    settledOrderCount: -1,
    dailyInterestBps: product?.dailyInterestBps ?? 0,
    serviceFeeBps: product?.serviceFeeBps ?? 0,
    minLimitCents: product?.minPrincipalCents ?? 0,
    maxLimitCents: product?.maxPrincipalCents ?? 0,
    stepUpBps: 0,
  };
}

/** The prices of the merchant that the form names, edited in place. */
export function MatrixEditor(props: {
  /** A version to start from, in the place of the one in force. */
  readonly versionId: string | undefined;
  readonly cells: readonly Cell[];
  readonly onChange: (cells: readonly Cell[]) => void;
}) {
  const t = useText();
  const { versionId, cells, onChange } = props;
  const { merchantNo } = useFormValues();
  const isChosen = typeof merchantNo === 'string' && merchantNo !== '';
  const of = { pricingCode: String(merchantNo), ...(versionId !== undefined && { versionId }) };
  const { data: held } = useDetail(riskPricing.detail, isChosen ? of : null);
  const all = useDetail(riskPricing.products, {}).data ?? NO_PRODUCTS;
  const products = all.filter((product) => product.merchantNo === merchantNo);
  useEffect(() => {
    if (held !== null) onChange(held.cells);
  }, [held, onChange]);
  if (!isChosen || held === null) return null;
  return (
    <fieldset className="rk-rules">
      <legend>{t('price.cells')}</legend>
      <p className="kp-muted">{t('price.cellsHint')}</p>
      {cells.map((cell, index) => (
        <CellFields
          key={index}
          cell={cell}
          place={index + 1}
          products={products}
          onChange={(changed) => {
            onChange(cells.map((one, at) => (at === index ? changed : one)));
          }}
          onRemove={() => {
            onChange(cells.filter((_one, at) => at !== index));
          }}
        />
      ))}
      <Button
        size="small"
        text={t('price.addCell')}
        disabled={cells.length >= MOST || products.length === 0}
        onClick={() => {
          const last = cells.at(-1);
          onChange([...cells, last ?? cellOf(products[0])]);
        }}
      />
    </fieldset>
  );
}

const WHOLE = ['settledOrderCount', 'dailyInterestBps', 'serviceFeeBps', 'stepUpBps'] as const;
const LIMITS = ['minLimitCents', 'maxLimitCents'] as const;

function CellFields(props: {
  readonly cell: Cell;
  readonly place: number;
  readonly products: Products;
  readonly onChange: (cell: Cell) => void;
  readonly onRemove: () => void;
}) {
  const t = useText();
  const { cell, place, products, onChange, onRemove } = props;
  const checked = riskPricing.priceCell.safeParse(cell);
  const product = products.find(({ productNo }) => productNo === cell.productNo);
  return (
    <section className="rk-price" aria-label={t('price.place', { no: place })}>
      <label>
        {t('field.productNo')}
        <select
          className="bp6-input bp6-fill"
          value={cell.productNo}
          onChange={({ target }) => {
            onChange({ ...cell, productNo: target.value });
          }}
        >
          {products.map(({ productNo, productName }) => (
            <option key={productNo} value={productNo}>
              {productName}
            </option>
          ))}
        </select>
      </label>
      <Typed
        label={t('field.modelLevel')}
        text={cell.modelLevel ?? ''}
        onType={(text) => {
          onChange({ ...cell, modelLevel: text.trim() === '' ? null : text.trim().toUpperCase() });
        }}
      />
      {WHOLE.map((field) => (
        <Typed
          key={field}
          label={t(`price.typed.${field}`)}
          text={String(cell[field])}
          onType={(text) => {
            onChange({ ...cell, [field]: text.trim() === '-1' ? -1 : Number(text.replaceAll(/\D/g, '') || 0) });
          }}
        />
      ))}
      {LIMITS.map((field) => (
        <Typed
          key={field}
          label={t(`price.typed.${field}`)}
          text={String(cell[field] / 100)}
          onType={(text) => {
            onChange({ ...cell, [field]: Number(text.replaceAll(/\D/g, '') || 0) * 100 });
          }}
        />
      ))}
      {product && (
        <p className="kp-muted">
          {t('price.caps', {
            interest: percentOf(product.dailyInterestBps),
            fee: percentOf(product.serviceFeeBps),
            least: formatMoney(product.minPrincipalCents),
            most: formatMoney(product.maxPrincipalCents),
          })}
        </p>
      )}
      {!checked.success && <p className="kp-note kp-note-wrong">{checked.error.issues[0]?.message ?? ''}</p>}
      <Button
        size="small"
        variant="minimal"
        intent="danger"
        text={t('price.remove')}
        aria-label={t('price.removeOf', { no: place })}
        onClick={onRemove}
      />
    </section>
  );
}

/** Keeps what is typed until it is left: a minus alone is no number yet. */
function Typed(props: { readonly label: string; readonly text: string; readonly onType: (text: string) => void }) {
  return (
    <label>
      {props.label}
      <input
        key={props.text}
        className="bp6-input bp6-fill"
        defaultValue={props.text}
        maxLength={12}
        onBlur={({ target }) => {
          if (target.value !== props.text) props.onType(target.value);
        }}
      />
    </label>
  );
}
