import { formatAge, formatDate, formatDateTime } from '../format/dates.ts';
import type { Moment } from '../format/dates.ts';
import { formatMoney, NOTHING } from '../format/money.ts';
import { isMasked, mask, maskPhone } from '../mask/mask.ts';
import { apiLanguage } from '../i18n/language-code.ts';
import { session$ } from '../session/session-store.ts';
import { useValue } from '../state/store.ts';

/**
 * Integer cents as `KES 12,345.67`, figures in line; '-' when there is none.
 *
 * @example <Money cents={1_250_050} /> // KES 12,500.50
 */
export function Money(props: { readonly cents: number | null | undefined }) {
  return <span className="ks-figures">{formatMoney(props.cents)}</span>;
}

/**
 * A moment in East African Time, its age in the tooltip; '-' when there is none.
 *
 * @example <EatTime at={order.createdAt} />
 */
export function EatTime(props: {
  readonly at: Moment | null | undefined;
  /** True shows the day alone. */
  readonly dayOnly?: boolean;
}) {
  const { language } = useValue(session$);
  if (props.at === null || props.at === undefined) return <span>{NOTHING}</span>;
  const shown = props.dayOnly === true ? formatDate(props.at) : formatDateTime(props.at);
  const at = new Date(props.at);
  return (
    <time
      className="ks-figures"
      dateTime={Number.isNaN(at.getTime()) ? undefined : at.toISOString()}
      title={Number.isNaN(at.getTime()) ? undefined : `${formatAge(at, apiLanguage(language))} (EAT)`}
    >
      {shown}
    </time>
  );
}

/** A value that those with masking on see masked. The server masks first; this is the second net. */
export function Masked(props: { readonly value: string | null | undefined; readonly kind?: 'text' | 'phone' }) {
  useValue(session$);
  if (props.value === null || props.value === undefined || props.value === '') return NOTHING;
  if (!isMasked()) return props.value;
  return props.kind === 'phone' ? maskPhone(props.value) : mask(props.value);
}
