import { useText } from '@kituo/sdk';
import { schedulePlan } from '@kituo/sdk/contracts';
import { dictionaryOptions, fieldsOf, useFormValues, useOptions } from '@kituo/sdk/page';
import { typeOptions } from '../planner/shift-actions.tsx';
import { STAFF_TYPE } from '../words.ts';

/** `coverPeople1`, `coverLanguage1`, `coverStaff1` and `coverType1` are the first row, and so on. */
type CoverValues = Readonly<Record<string, unknown>>;
const { Number: Count, Select } = fieldsOf<Record<string, unknown>>();
const PLACES = Array.from({ length: schedulePlan.MAX_COVERS }, (_, index) => index + 1);
const languageOptions = dictionaryOptions('SPEAKING_LANGUAGE');

const textAt = (values: CoverValues, name: string): string | null => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : null;
};
const filled = (values: CoverValues) =>
  PLACES.filter((place) =>
    ['coverPeople', 'coverLanguage', 'coverStaff'].some((name) => (values[`${name}${place}`] ?? '') !== ''),
  );

/** Rows of cover as fields of the form. */
export const coverValues = (covers: readonly schedulePlan.PlanCover[]): Record<string, unknown> =>
  Object.fromEntries(
    PLACES.flatMap((place): [string, unknown][] => {
      const cover = covers[place - 1];
      return [
        [`coverPeople${place}`, cover?.people ?? null],
        [`coverLanguage${place}`, cover?.language ?? null],
        [`coverStaff${place}`, cover?.staffType ?? null],
        [`coverType${place}`, cover?.shiftType ?? null],
      ];
    }),
  );

/** What is typed, as the plan says it. */
export const coversOf = (values: CoverValues): schedulePlan.PlanCover[] =>
  filled(values).map((place) => {
    const people = values[`coverPeople${place}`];
    const staff = textAt(values, `coverStaff${place}`);
    return {
      people: typeof people === 'number' ? people : 0,
      language: textAt(values, `coverLanguage${place}`),
      staffType: STAFF_TYPE.codes.find((code) => code === staff) ?? null,
      shiftType: textAt(values, `coverType${place}`),
    };
  });

/** As many rows as are filled, and one more. */
export function CoverFields() {
  const t = useText();
  const shown = PLACES.slice(0, Math.max(0, ...filled(useFormValues())) + 1);
  return (
    <fieldset>
      <legend>{t('plan.covers')}</legend>
      {shown.map((place) => (
        <div key={place}>
          <Count name={`coverPeople${place}`} label={t('plan.coverPeople', { place })} isOptional />
          <div className="kp-pair">
            <Select
              name={`coverLanguage${place}`}
              label={t('plan.coverLanguage')}
              options={languageOptions}
              isOptional
            />
            <Select name={`coverStaff${place}`} label={t('plan.coverStaff')} options={STAFF_TYPE} isOptional />
          </div>
          <Select
            name={`coverType${place}`}
            label={t('plan.coverType')}
            options={typeOptions}
            isOptional
            hint={t('plan.coverTypeHint')}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** What a plan asks for on each day, in words. */
export function Covers({ covers }: { readonly covers: readonly schedulePlan.PlanCover[] }) {
  const t = useText();
  const { options } = useOptions(languageOptions);
  if (covers.length === 0) return null;
  const wordOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
  return (
    <>
      <h3 className="kp-section-title">{t('plan.covers')}</h3>
      <ul className="kp-facts">
        {covers.map(({ people, language, staffType, shiftType }, place) => (
          <li key={place}>
            {[
              `${people} ×`,
              language !== null && wordOf(language),
              staffType !== null && t(`STAFF_TYPE.${staffType}`),
              shiftType !== null && t('plan.onShift', { code: shiftType }),
            ]
              .filter(Boolean)
              .join(' ')}
          </li>
        ))}
      </ul>
    </>
  );
}
