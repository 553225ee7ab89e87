import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../contracts/platform/history.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatCount, formatMoney, NOTHING } from '../../format/money.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { useCodeWord } from './code-word.ts';
import { Timeline } from './timeline.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

function dated(value: string): string | null {
  if (DAY.test(value)) return formatDate(value);
  return MOMENT.test(value) ? formatDateTime(value) : null;
}

/** Fields of limits write -1 where there is none. */
const LIMIT = /cap|limit|^max|^daily/i;
/** Fewer digits may as well be a year or a number of something. */
const LONG = 10_000;

/** A code that is in a field, in words. */
export type WordOf = (code: string, field: string) => string;

/**
 * Values of fields as people read them: yes and no, lists joined, records as their values, nothing as a dash, cents
 * as money and basis points as percent by the ends of their names, no limit as that, days and moments as people write
 * them.
 * `wordOf` says what codes are called, else the dictionary of the field's name; `partOf` what the fields of a record
 * are: without it their values alone are said.
 */
export function useFactText(
  wordOf?: WordOf,
  partOf?: (part: string, text: string) => string,
): (value: unknown, field: string) => string {
  const kit = useKitText();
  const codeWord = useCodeWord();
  const named = (code: string, field: string): string => {
    const said = wordOf?.(code, field) ?? code;
    return said === code ? (codeWord(code, field) ?? code) : said;
  };
  const textOf = (value: unknown, field: string): string => {
    if (value === null || value === undefined || value === '') return NOTHING;
    if (typeof value === 'boolean') return kit(value ? 'yes' : 'no');
    if (typeof value === 'string') return dated(value) ?? named(value, field);
    if (typeof value === 'number') return figureOf(value, field) ?? kit('unlimited');
    if (Array.isArray(value)) return value.map((one) => textOf(one, field)).join(', ') || NOTHING;
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([part, one]) => partOf?.(part, textOf(one, part)) ?? textOf(one, part))
        .join(' · ');
    }
    return String(value);
  };
  return textOf;
}

/** Null for no limit. */
function figureOf(value: number, field: string): string | null {
  if (value === -1 && LIMIT.test(field)) return null;
  if (field.endsWith('Cents')) return formatMoney(value);
  if (field.endsWith('Bps')) return `${value / 100}%`;
  return Number.isInteger(value) && Math.abs(value) >= LONG ? formatCount(value) : String(value);
}

/**
 * What was done to one thing, as the audit log keeps it: who, when, each field before and after, and why.
 *
 * @example <History entries={info.history} titleOf={({ action }) => t(`history.${action}`)} />
 */
export function History(props: {
  readonly entries: readonly HistoryEntry[];
  readonly titleOf: (entry: HistoryEntry) => ReactNode;
  readonly wordOf?: WordOf;
  /** True under other facts: headed by what it is. In a tab or a part of its own it has a title already. */
  readonly isTitled?: boolean;
  /** What is said of an entry instead of its fields and its reason. */
  readonly textOf?: (entry: HistoryEntry) => ReactNode;
}) {
  const { titleOf, textOf } = props;
  const t = usePluginText();
  const title = t('tab.history');
  return (
    <>
      {props.isTitled === true && <h3 className="kp-section-title">{title}</h3>}
      <Timeline
        label={title}
        entries={props.entries.map((entry, index) => ({
          id: `${entry.happenedAt} ${index}`,
          at: entry.happenedAt,
          title: titleOf(entry),
          who: entry.byName,
          text: textOf ? textOf(entry) : <Fields entry={entry} {...(props.wordOf && { wordOf: props.wordOf })} />,
        }))}
      />
    </>
  );
}

function Fields(props: { readonly entry: HistoryEntry; readonly wordOf?: WordOf }) {
  const { before, after, reason } = props.entry;
  const t = usePluginText();
  const factText = useFactText(props.wordOf);
  return (
    <>
      {Object.entries(after ?? {}).map(([field, value]) => (
        <div key={field}>
          {t(`field.${field}`)}:{' '}
          {before !== null && field in before && (
            <>
              <s>{factText(before[field], field)}</s>{' '}
            </>
          )}
          {factText(value, field)}
        </div>
      ))}
      {reason !== null && <div>{reason}</div>}
    </>
  );
}
