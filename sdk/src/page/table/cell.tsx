import { useState } from 'react';
import type { ReactNode } from 'react';
import { CopyIcon } from '../../components/copy-icon.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { EatTime, Masked } from '../../components/values.tsx';
import { formatDateTime } from '../../format/dates.ts';
import { formatAmount, formatCount, formatMoney, NOTHING } from '../../format/money.ts';
import type { Translate } from '../../i18n/texts.ts';
import { isMasked, mask, maskPhone } from '../../mask/mask.ts';
import type { CellValue, Share } from '../list/columns.ts';
import { Clock, textOfClock } from './clock.tsx';
import { codeKey } from '../list/dictionary.ts';
import { useKitText, usePluginText } from '../platform.ts';

/** The words cells are drawn with: the plugin's and the kit's. */
export interface CellTexts {
  readonly t: Translate;
  readonly kit: Translate;
}

/** Draws one value of a row. `isInTable` leaves the currency to the column's head. */
export function Cell(props: { readonly value: CellValue; readonly isInTable?: boolean }) {
  const t = usePluginText();
  const kit = useKitText();
  return drawCell(props.value, { t, kit }, props.isInTable ?? false);
}

/**
 * As `Cell`, with the words at hand: a table draws hundreds, and looks them up once a row. `width` is the column's in
 * pixels, where there is one.
 */
export function drawCell(value: CellValue, { t, kit }: CellTexts, isInTable: boolean, width?: number): ReactNode {
  switch (value.kind) {
    case 'text':
      if (value.text === null) return <Nothing />;
      if (value.mask !== null) return <Masked value={value.text} kind={value.mask} />;
      return <span title={value.text}>{value.text}</span>;
    case 'number':
      if (value.text === null) return <Nothing />;
      return <BusinessNumber text={value.text} isInTable={isInTable} {...(width !== undefined && { width })} />;
    case 'count':
      if (value.count === null) return <Nothing />;
      return <span className="ks-figures">{value.text ?? formatCount(value.count)}</span>;
    case 'money': {
      if (value.cents === null) return <Nothing />;
      const shown = isInTable ? formatAmount(value.cents) : formatMoney(value.cents);
      return <span className="ks-figures">{shown}</span>;
    }
    case 'time':
      return value.iso === null ? <Nothing /> : <EatTime at={value.iso} />;
    case 'status': {
      if (value.code === null) return <Nothing />;
      const { dictionary, code } = value;
      return <StatusTag tone={dictionary.toneOf(code)} text={t(codeKey(dictionary, code)) || code} />;
    }
    case 'flag':
      if (value.value === null) return <Nothing />;
      return <span className={value.value ? undefined : 'kp-muted'}>{kit(value.value ? 'yes' : 'no')}</span>;
    case 'list':
      return <Several texts={value.texts} kit={kit} />;
    case 'picture':
      if (value.address === null) return <span className="kp-muted">{value.text}</span>;
      return <img className="kp-picture" src={value.address} alt={value.text} loading="lazy" />;
    case 'part':
      return <Part {...value} />;
    case 'shares':
      return <Shares shares={value.shares} />;
    case 'clock': {
      const { kind, iso, ...options } = value;
      void kind;
      return iso === null ? <Nothing /> : <Clock iso={iso} {...options} />;
    }
  }
}

/** Rounded down, so that only what is whole says 100 %. */
function percentOf(part: { readonly done: number; readonly total: number }): string {
  return part.total === 0 ? NOTHING : `${Math.floor((100 * part.done) / part.total)}%`;
}

function Part(props: { readonly done: number; readonly total: number }) {
  const { done, total } = props;
  return (
    <span className="kp-part" title={`${done} / ${total}`}>
      <span className="kp-part-bar" aria-hidden>
        <span style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </span>
      <span className="ks-figures">{percentOf(props)}</span>
    </span>
  );
}

function Shares({ shares }: { readonly shares: readonly Share[] }) {
  if (shares.length === 0) return <Nothing />;
  const text = shares.map((one) => one.text).join(', ');
  return (
    <span className="kp-part" title={text}>
      <span className="kp-part-bar kp-shares-bar" aria-hidden>
        {shares.map((one) => (
          <span key={one.text} style={{ width: `${one.percent}%` }} />
        ))}
      </span>
      <span>{text}</span>
    </span>
  );
}

function Nothing() {
  return <span className="kp-muted">{NOTHING}</span>;
}

/** Of a digit of a number in pixels, and what is around it in a cell. */
const DIGIT = 7.3;
const AROUND_NUMBER = 20;
/** Shown in any column; with fewer nobody knows it again. */
const LEAST_DIGITS = 16;

/** First and last characters stay in sight where the column has no room for all. */
function shortened(text: string, width: number): string {
  if (text.length <= Math.max(LEAST_DIGITS, Math.floor((width - AROUND_NUMBER) / DIGIT))) return text;
  return `${text.slice(0, 7)}…${text.slice(-6)}`;
}

/** The whole is in the tooltip and in what is copied. */
function BusinessNumber(props: { readonly text: string; readonly isInTable: boolean; readonly width?: number }) {
  const { text, isInTable, width = 0 } = props;
  // In a table the button comes with the pointer: hundreds of them would stand in the way of Tab.
  const [isNear, setNear] = useState(!isInTable);
  const shown = isInTable ? shortened(text, width) : text;
  return (
    <span
      className="kp-number"
      title={text}
      onPointerEnter={() => {
        setNear(true);
      }}
    >
      {shown}
      {isNear && (
        <span className="kp-copy">
          <CopyIcon value={text} size={12} />
        </span>
      )}
    </span>
  );
}

function Several(props: { readonly texts: readonly string[]; readonly kit: Translate }) {
  const { kit } = props;
  const [first, ...rest] = props.texts;
  if (first === undefined) return <Nothing />;
  if (rest.length === 0) return <span title={first}>{first}</span>;
  return (
    <span className="kp-several" title={props.texts.join('\n')}>
      <span className="kp-several-first">{first}</span>
      <span className="kp-more-tag">
        +{rest.length}
        <span className="kp-hidden"> {kit('list.more', { count: rest.length })}</span>
      </span>
    </span>
  );
}

/** The plain text of a value, as it is copied; masked as it is drawn. */
export function textOfCell(value: CellValue, texts: CellTexts): string {
  switch (value.kind) {
    case 'text':
      if (value.text === null || value.mask === null || !isMasked()) return value.text ?? '';
      return value.mask === 'phone' ? maskPhone(value.text) : mask(value.text);
    case 'number':
      return value.text ?? '';
    case 'count':
      return value.count === null ? '' : (value.text ?? String(value.count));
    case 'money':
      return value.cents === null ? '' : formatAmount(value.cents);
    case 'time':
      return value.iso === null ? '' : formatDateTime(value.iso);
    case 'status':
      return value.code === null ? '' : texts.t(codeKey(value.dictionary, value.code));
    case 'flag':
      return value.value === null ? '' : texts.kit(value.value ? 'yes' : 'no');
    case 'list':
      return value.texts.join(', ');
    case 'picture':
      return value.text;
    case 'part':
      return percentOf(value);
    case 'shares':
      return value.shares.map((one) => one.text).join(', ');
    case 'clock': {
      const { iso, way } = value;
      return iso === null ? '' : textOfClock({ iso, way }, texts.kit);
    }
  }
}
