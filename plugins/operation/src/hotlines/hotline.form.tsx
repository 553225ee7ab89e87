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
  readonly weekFrom: string | null;
  readonly weekTo: string | null;
  readonly saturdayFrom: string | null;
  readonly saturdayTo: string | null;
  readonly sundayFrom: string | null;
  readonly sundayTo: string | null;
}
const { Select, Text, Number: Count } = fieldsOf<HotlineValues>();

/** The days that the form gives hours to together. */
const WEEK: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
const SATURDAY: Weekday[] = ['SAT'];
const SUNDAY: Weekday[] = ['SUN', 'HOLIDAY'];

const of = (row: Row | null, day: Weekday) => row?.serviceHours.find(({ days }) => days.includes(day));

export const hotlineValues = (row: Row | null): HotlineValues => ({
  merchantNo: row?.merchantNo ?? null,
  contactType: row?.contactType ?? 'PHONE',
  contactValue: row?.contactValue ?? '',
  languages: row?.languages.join(', ') ?? 'en',
  sort: row?.sort ?? 1,
  weekFrom: of(row, 'MON')?.from ?? null,
  weekTo: of(row, 'MON')?.to ?? null,
  saturdayFrom: of(row, 'SAT')?.from ?? null,
  saturdayTo: of(row, 'SAT')?.to ?? null,
  sundayFrom: of(row, 'SUN')?.from ?? null,
  sundayTo: of(row, 'SUN')?.to ?? null,
});

const isEmpty = (time: string | null): boolean => time === null || time.trim() === '';

export function hotlineRequest(values: HotlineValues) {
  const hours = [
    { days: WEEK, from: values.weekFrom, to: values.weekTo },
    { days: SATURDAY, from: values.saturdayFrom, to: values.saturdayTo },
    { days: SUNDAY, from: values.sundayFrom, to: values.sundayTo },
  ];
  return {
    merchantNo: values.merchantNo ?? '',
    contactType: values.contactType,
    contactValue: values.contactValue,
    languages: values.languages
      .split(/[,，\s]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    sort: values.sort ?? Number.NaN,
    serviceHours: hours
      .filter(({ from, to }) => !isEmpty(from) || !isEmpty(to))
      .map(({ days, from, to }) => ({ days, from: from?.trim() ?? '', to: to?.trim() ?? '' })),
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
      <Text name="weekFrom" isOptional maxLength={5} />
      <Text name="weekTo" isOptional maxLength={5} />
      <Text name="saturdayFrom" isOptional maxLength={5} />
      <Text name="saturdayTo" isOptional maxLength={5} />
      <Text name="sundayFrom" isOptional maxLength={5} />
      <Text name="sundayTo" isOptional maxLength={5} />
    </>
  );
}
