import { useText } from '@kituo/sdk';
import type { hotline } from '@kituo/sdk/contracts';
import { defineDictionary, fieldsOf, merchantOptions, type CodesOf } from '@kituo/sdk/page';

type Row = hotline.HotlineRow;
type Weekday = Row['serviceHours'][number]['days'][number];

export const CONTACT_TYPE = defineDictionary<CodesOf<typeof hotline.contactType>>('CONTACT_TYPE', {
  PHONE: 'waiting',
  WHATSAPP: 'waiting',
  EMAIL: 'waiting',
  SOCIAL: 'waiting',
});

export interface HotlineValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly contactType: Row['contactType'];
  readonly contactValue: string;
  readonly languages: string;
  readonly sort: number | null;
  /** Hours of each day, `08:00-12:00, 13:00-17:00`; closed where empty. */
  readonly MON: string;
  readonly TUE: string;
  readonly WED: string;
  readonly THU: string;
  readonly FRI: string;
  readonly SAT: string;
  readonly SUN: string;
  readonly HOLIDAY: string;
}
const { Select, Text, Number: Count } = fieldsOf<HotlineValues>();

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN', 'HOLIDAY'] as const satisfies readonly Weekday[];

const hoursOn = (row: Row | null, day: Weekday): string =>
  (row?.serviceHours ?? [])
    .filter(({ days }) => days.includes(day))
    .map(({ from, to }) => `${from}-${to}`)
    .sort()
    .join(', ');

export const hotlineValues = (row: Row | null): HotlineValues => ({
  merchantNo: row?.merchantNo ?? null,
  contactType: row?.contactType ?? 'PHONE',
  contactValue: row?.contactValue ?? '',
  languages: row?.languages.join(', ') ?? 'en',
  sort: row?.sort ?? 1,
  MON: hoursOn(row, 'MON'),
  TUE: hoursOn(row, 'TUE'),
  WED: hoursOn(row, 'WED'),
  THU: hoursOn(row, 'THU'),
  FRI: hoursOn(row, 'FRI'),
  SAT: hoursOn(row, 'SAT'),
  SUN: hoursOn(row, 'SUN'),
  HOLIDAY: hoursOn(row, 'HOLIDAY'),
});

/** `08:00-12:00, 13:00-17:00` as spans. */
export const spansOf = (typed: string) =>
  typed
    .split(/[,，;]/)
    .map((one) => one.replaceAll(' ', '').replace('–', '-'))
    .filter((one) => one !== '')
    .map((range) => {
      const [from = '', to = ''] = range.split('-');
      return { from, to };
    });

/** Days with the same hours are kept together. */
function serviceHoursOf(values: HotlineValues): Row['serviceHours'] {
  const days = new Map<string, Weekday[]>();
  for (const day of DAYS) {
    for (const range of values[day].split(/[,，;]/).map((one) => one.replaceAll(' ', '').replace('–', '-'))) {
      if (range !== '') days.set(range, [...(days.get(range) ?? []), day]);
    }
  }
  return [...days].map(([range, of]) => {
    const [from = '', to = ''] = range.split('-');
    return { days: of, from, to };
  });
}

export function hotlineRequest(values: HotlineValues) {
  return {
    merchantNo: values.merchantNo ?? '',
    contactType: values.contactType,
    contactValue: values.contactValue,
    languages: values.languages
      .split(/[,，\s]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    sort: values.sort ?? Number.NaN,
    serviceHours: serviceHoursOf(values),
  };
}

export function HotlineFields() {
  const t = useText();
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Select name="contactType" options={CONTACT_TYPE} />
      <Text name="contactValue" maxLength={200} hint={t('hotline.valueHint')} />
      <Text name="languages" maxLength={60} hint={t('hotline.languagesHint')} />
      <Count name="sort" hint={t('hotline.sortHint')} />
      <p className="kp-muted">{t('hotline.hoursHint')}</p>
      {DAYS.map((day) => (
        <Text key={day} name={day} label={t(`WEEKDAY.${day}`)} isOptional maxLength={60} />
      ))}
    </>
  );
}
