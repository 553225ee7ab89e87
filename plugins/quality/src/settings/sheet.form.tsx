import { useText } from '@kituo/sdk';
import { qualitySheet, type quality, type RequestOf } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { INSPECTION_SOURCE } from '../quality-words.ts';

/** `name1`, `weight1` and `fatal1` are the first item, and so on. */
export interface SheetValues extends Record<string, unknown> {
  readonly sheetName: string;
  readonly sourceTypes: readonly quality.SourceType[];
}
const { MultiSelect, Number: Weight, Switch, Text } = fieldsOf<Record<string, unknown>>();
const PLACES = Array.from({ length: qualitySheet.MAX_ITEMS }, (_, index) => index + 1);
const SOURCES = { kind: 'dictionary', dictionary: INSPECTION_SOURCE } as const;

const nameAt = (values: Readonly<Record<string, unknown>>, place: number): string => {
  const name = values[`name${place}`];
  return typeof name === 'string' ? name.trim() : '';
};
const weightAt = (values: Readonly<Record<string, unknown>>, place: number): number => {
  const weight = values[`weight${place}`];
  return typeof weight === 'number' ? weight : 0;
};
const filled = (values: Readonly<Record<string, unknown>>) =>
  PLACES.filter((place) => nameAt(values, place) !== '' || weightAt(values, place) !== 0);

export function newSheet(): SheetValues {
  return {
    sheetName: '',
    sourceTypes: [],
    ...Object.fromEntries(
      PLACES.flatMap((place): [string, unknown][] => [
        [`name${place}`, ''],
        [`weight${place}`, null],
        [`fatal${place}`, false],
      ]),
    ),
  };
}

export const valuesOf = ({ sheetName, sourceTypes, items }: qualitySheet.SheetRow): SheetValues => ({
  ...newSheet(),
  sheetName,
  sourceTypes,
  ...Object.fromEntries(
    items.flatMap(({ itemName, weight, isFatal }, index): [string, unknown][] => [
      [`name${index + 1}`, itemName],
      [`weight${index + 1}`, weight],
      [`fatal${index + 1}`, isFatal],
    ]),
  ),
});

export const sheetOf = (values: SheetValues): RequestOf<typeof qualitySheet.save> => ({
  sheetName: values.sheetName,
  sourceTypes: [...values.sourceTypes],
  items: filled(values).map((place) => ({
    itemName: nameAt(values, place),
    weight: weightAt(values, place),
    isFatal: values[`fatal${place}`] === true,
  })),
});

/** As many items as are filled, and one more. */
export function SheetFields() {
  const t = useText();
  const values = useFormValues();
  const shown = PLACES.slice(0, Math.max(0, ...filled(values)) + 1);
  const sum = PLACES.reduce((all, place) => all + weightAt(values, place), 0);
  return (
    <>
      <Text name="sheetName" maxLength={64} />
      <MultiSelect name="sourceTypes" source={SOURCES} />
      {shown.map((place) => (
        <div key={place}>
          <Text name={`name${place}`} label={t('sheet.item', { place })} isOptional={place > 1} maxLength={120} />
          <Weight name={`weight${place}`} label={t('sheet.weight', { place })} isOptional={place > 1} unit="%" />
          <Switch name={`fatal${place}`} label={t('sheet.fatal', { place })} />
        </div>
      ))}
      <p role="status">{t('sheet.sum', { sum })}</p>
    </>
  );
}
