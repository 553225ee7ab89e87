import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { Choice } from '../form/choice.tsx';
import { DayInput } from '../form/day-input.tsx';
import { centsOf, chosenOf, filterFault } from '../list/filters.ts';
import type { Filter, Filtering } from '../list/filters.ts';
import { flattenOptions } from '../list/option-source.ts';
import type { OptionSource } from '../list/option-source.ts';
import { useOptions } from '../list/use-options.ts';
import { useKitText, usePluginText } from '../platform.ts';

/** How long typing rests before it filters, in milliseconds. */
const TYPING_REST_MS = 300;

interface ControlProps {
  readonly list: Filtering;
  readonly name: string;
  readonly filter: Filter;
  /** `/` leads here. */
  readonly isFirst?: boolean;
}

/** The control of one filter, its name inside the same frame. */
export function FilterControl(props: ControlProps) {
  const { list, name, filter, isFirst = false } = props;
  const t = usePluginText();
  const id = useId();
  const label = t(`field.${filter.title ?? name}`);
  const value = list.state.filters[name] ?? '';
  const set = (next: string): void => {
    list.setFilter(name, next);
  };
  const fault = filterFault(list.error, name);
  const shared = { id, label, value, isFirst, onChange: set };
  return (
    <div
      className={value === '' ? 'kp-filter' : 'kp-filter kp-filter-on'}
      title={fault}
      data-wrong={fault === undefined ? undefined : true}
    >
      <label htmlFor={id}>{label}</label>
      {filter.kind === 'text' && <TypedText {...shared} filter={filter} isWrong={fault !== undefined} />}
      {filter.kind === 'dateRange' && <DayRange {...shared} />}
      {filter.kind === 'moneyRange' && <MoneyRange {...shared} />}
      {filter.kind === 'choice' &&
        (filter.source.kind === 'remote' || filter.isMultiple === true ? (
          <RemoteChoice {...shared} source={filter.source} isMultiple={filter.isMultiple === true} />
        ) : (
          <ShortChoice {...shared} source={filter.source} unset={filter.unset ?? ''} />
        ))}
    </div>
  );
}

interface InputProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly isFirst: boolean;
  readonly onChange: (value: string) => void;
}

const MAX_TYPED = 64;
/** Room for a number with what is between it and the next. */
const ROOM_A_NUMBER = 80;

/** Filters when typing rests, on Enter and when left; what is being typed never jumps. */
function TypedText(
  props: InputProps & {
    readonly filter: Extract<Filter, { readonly kind: 'text' }>;
    readonly isWrong: boolean;
  },
) {
  const { id, value, isFirst, onChange } = props;
  const { example, most } = props.filter;
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const commit = (typed: string): void => {
    clearTimeout(timer.current);
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <input
      id={id}
      type="text"
      maxLength={most === undefined ? MAX_TYPED : most * ROOM_A_NUMBER}
      placeholder={example}
      aria-invalid={props.isWrong || undefined}
      autoComplete="off"
      spellCheck={false}
      data-first-filter={isFirst ? '' : undefined}
      value={draft ?? value}
      onChange={(event) => {
        const typed = event.target.value;
        setDraft(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          onChange(typed.trim());
        }, TYPING_REST_MS);
      }}
      onPaste={(event) => {
        // A list copied from a sheet has line breaks, which a box of one line would swallow.
        const numbers = event.clipboardData.getData('text').split(/[\r\n\t]+/);
        if (most === undefined || numbers.length === 1) return;
        event.preventDefault();
        const pasted = numbers.filter((one) => one.trim() !== '').join(', ');
        setDraft(pasted);
        onChange(pasted);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      onBlur={(event) => {
        commit(event.target.value);
        setDraft(null);
      }}
    />
  );
}

function ShortChoice(props: InputProps & { readonly source: OptionSource; readonly unset: string }) {
  const kit = useKitText();
  const { options } = useOptions(props.source);
  return (
    <select
      id={props.id}
      value={props.value === '' ? props.unset : props.value}
      data-first-filter={props.isFirst ? '' : undefined}
      onChange={({ target }) => {
        props.onChange(target.value === props.unset ? '' : target.value);
      }}
    >
      {props.unset === '' && <option value="">{kit('any')}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function RemoteChoice(props: InputProps & { readonly source: OptionSource; readonly isMultiple: boolean }) {
  const kit = useKitText();
  const source = useOptions(props.source);
  return (
    <Choice
      id={props.id}
      label={props.label}
      source={source}
      isMultiple={props.isMultiple}
      isFirstFilter={props.isFirst}
      placeholder={kit('any')}
      values={props.isMultiple ? chosenOf(props.value) : props.value === '' ? [] : [props.value]}
      onChange={(values) => {
        props.onChange(props.isMultiple ? values.join(',') : (values[0] ?? ''));
      }}
    />
  );
}

/** Two days in EAT; the filter holds once both stand and are in order. */
function DayRange({ id, label, value, isFirst, onChange }: InputProps) {
  const kit = useKitText();
  const [held, setHeld] = useState({ under: value, from: '', to: '' });
  const [from = '', to = ''] = value.split('..');
  const shown = held.under === value && (held.from !== '' || held.to !== '') ? held : { from, to };
  const change = (next: { from: string; to: string }): void => {
    setHeld({ under: value, from: next.from, to: next.to });
    if (next.from === '' && next.to === '') onChange('');
    else if (next.from !== '' && next.to !== '' && next.from <= next.to) {
      onChange(`${next.from}..${next.to}`);
    }
  };
  return (
    <span className="kp-days" role="group" aria-label={label}>
      {(['from', 'to'] as const).map((end) => (
        <Fragment key={end}>
          {end === 'to' && <span aria-hidden>–</span>}
          <DayInput
            type="date"
            {...(end === 'from' && { id })}
            aria-label={`${label}: ${kit(`filter.${end}`)}`}
            data-first-filter={isFirst && end === 'from' ? '' : undefined}
            value={shown[end]}
            shown={shown[end] === '' ? kit(`filter.${end}`) : formatDate(shown[end])}
            {...(end === 'from' ? { max: shown.to || undefined } : { min: shown.from || undefined })}
            onChange={(event) => {
              change({ ...shown, [end]: event.target.value });
            }}
          />
        </Fragment>
      ))}
    </span>
  );
}

/** Two amounts in shillings, either alone; they filter on Enter and when left, once what is typed is an amount. */
function MoneyRange({ id, label, value, isFirst, onChange }: InputProps) {
  const kit = useKitText();
  const [held, setHeld] = useState({ under: value, text: value });
  const shown = held.under === value ? held.text : value;
  const ends = shown.split('..');
  const commit = (): void => {
    const [from = '', to = ''] = ends;
    const [least, most] = [centsOf(from), centsOf(to)];
    const isAmount = (typed: string, cents: number | undefined) => typed.trim() === '' || cents !== undefined;
    const isInOrder = least === undefined || most === undefined || least <= most;
    if (!isAmount(from, least) || !isAmount(to, most) || !isInOrder) return;
    const next = from.trim() === '' && to.trim() === '' ? '' : `${from.trim()}..${to.trim()}`;
    if (next !== value) onChange(next);
  };
  return (
    <span className="kp-days" role="group" aria-label={label}>
      {(['from', 'to'] as const).map((end, index) => {
        const typed = ends[index] ?? '';
        return (
          <Fragment key={end}>
            {end === 'to' && <span aria-hidden>–</span>}
            <input
              {...(end === 'from' && { id })}
              type="text"
              inputMode="decimal"
              size={9}
              maxLength={16}
              placeholder="KES"
              aria-label={`${label}: ${kit(`filter.${end}`)}`}
              aria-invalid={(typed.trim() !== '' && centsOf(typed) === undefined) || undefined}
              data-first-filter={isFirst && end === 'from' ? '' : undefined}
              value={typed}
              onChange={(event) => {
                const next = event.target.value.replaceAll('..', '.');
                const [from = '', to = ''] = end === 'from' ? [next, ends[1]] : [ends[0], next];
                setHeld({ under: value, text: `${from}..${to}` });
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') commit();
              }}
              onBlur={commit}
            />
          </Fragment>
        );
      })}
    </span>
  );
}

/** What a filter's value is called: an option's label, days as people read them. */
export function useFilterText(filter: Filter, value: string): string {
  const source: OptionSource = filter.kind === 'choice' ? filter.source : { kind: 'yesNo' };
  const { options } = useOptions(source);
  if (filter.kind === 'choice') {
    const labelOf = (code: string) => flattenOptions(options).find((option) => option.value === code)?.label ?? code;
    return filter.isMultiple === true ? chosenOf(value).map(labelOf).join(', ') : labelOf(value);
  }
  if (filter.kind === 'moneyRange') {
    return value
      .split('..')
      .map((typed) => formatMoney(centsOf(typed)))
      .join(' – ');
  }
  if (filter.kind === 'dateRange')
    return value
      .split('..')
      .map((day) => formatDate(day))
      .join(' – ');
  return value;
}
