import { Button, formatMoney, useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import { useDetail, useFormValues } from '@kituo/sdk/page';
import { useEffect, useId, useState } from 'react';
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

const MAX = 2_000;
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
        disabled={cells.length >= MAX || products.length === 0}
        onClick={() => {
          const last = cells.at(-1);
          onChange([...cells, last ?? cellOf(products[0])]);
        }}
      />
    </fieldset>
  );
}

/** How a figure of a cell is written and read: what cannot be read is NaN, which no price is. */
const FIGURES = [
  { name: 'settledOrderCount', factor: 1, form: /^(?:-1|\d{1,6})$/ },
  { name: 'dailyInterestBps', factor: 100, form: /^\d{1,4}(?:\.\d{1,2})?$/ },
  { name: 'serviceFeeBps', factor: 100, form: /^\d{1,4}(?:\.\d{1,2})?$/ },
  { name: 'stepUpBps', factor: 100, form: /^\d{1,4}(?:\.\d{1,2})?$/ },
  { name: 'minLimitCents', factor: 100, form: /^\d{1,9}(?:\.\d{1,2})?$/ },
  { name: 'maxLimitCents', factor: 100, form: /^\d{1,9}(?:\.\d{1,2})?$/ },
] as const;

function readOf({ factor, form }: (typeof FIGURES)[number], typed: string): number {
  const plain = typed.trim().replaceAll(',', '');
  return form.test(plain) ? Math.round(Number(plain) * factor) : Number.NaN;
}

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
        wrong=""
        onType={(text) => {
          onChange({ ...cell, modelLevel: text.trim() === '' ? null : text.trim().toUpperCase() });
        }}
      />
      {FIGURES.map((figure) => (
        <Typed
          key={figure.name}
          label={t(`price.typed.${figure.name}`)}
          text={Number.isNaN(cell[figure.name]) ? null : String(cell[figure.name] / figure.factor)}
          wrong={t('price.unread')}
          onType={(text) => {
            onChange({ ...cell, [figure.name]: readOf(figure, text) });
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
      {!checked.success && !FIGURES.some(({ name }) => Number.isNaN(cell[name])) && (
        <p className="kp-note kp-note-wrong">{checked.error.issues[0]?.message ?? ''}</p>
      )}
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

/** Keeps what is typed until it is left, and what cannot be read until it is mended: a minus alone is no number yet. */
function Typed(props: {
  readonly label: string;
  /** What the value says; null where what was typed could not be read. */
  readonly text: string | null;
  readonly wrong: string;
  readonly onType: (text: string) => void;
}) {
  const { label, text, wrong, onType } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(true);
  const isWrong = text === null;
  const shown = isLeft && !isWrong ? text : (draft ?? text ?? '');
  return (
    <label>
      {label}
      <input
        className={`bp6-input bp6-fill${isWrong ? ' bp6-intent-danger' : ''}`}
        value={shown}
        maxLength={12}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        onChange={({ target }) => {
          setDraft(target.value);
          setIsLeft(false);
        }}
        onBlur={() => {
          if (!isLeft && draft !== null) onType(draft);
          setIsLeft(true);
        }}
      />
      {isWrong && (
        <span id={id} className="kp-note kp-note-wrong">
          {wrong}
        </span>
      )}
    </label>
  );
}
