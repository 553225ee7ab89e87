import { useText } from '@kituo/sdk';
import type { schedulePlan } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { typeOptions } from '../planner/shift-actions.tsx';

type Share = schedulePlan.SchedulePlanRow['shiftShares'][number];
type Values = Readonly<Record<string, unknown>>;
const { Number: Count, Select } = fieldsOf<Record<string, unknown>>();
/** Shift types of which a plan may ask for a share. */
const PLACES = Array.from({ length: 10 }, (_, index) => index + 1);

const filled = (values: Values) =>
  PLACES.filter((place) => (values[`shareType${place}`] ?? '') !== '' || (values[`shareRate${place}`] ?? '') !== '');

/** Shares as fields of the form: `shareType1` and `shareRate1` are the first, and so on. */
export const shareValues = (shares: readonly Share[]): Record<string, unknown> =>
  Object.fromEntries(
    PLACES.flatMap((place): [string, unknown][] => [
      [`shareType${place}`, shares[place - 1]?.shiftType ?? null],
      [`shareRate${place}`, shares[place - 1]?.percent ?? null],
    ]),
  );

/** What is chosen, as the plan says it. */
export const sharesOf = (values: Values): Share[] =>
  filled(values).map((place) => {
    const [shiftType, percent] = [values[`shareType${place}`], values[`shareRate${place}`]];
    return {
      shiftType: typeof shiftType === 'string' ? shiftType : '',
      percent: typeof percent === 'number' ? percent : Number.NaN,
    };
  });

/** As many rows as are filled, and one more; the rest of a day’s people is free. */
export function ShareFields() {
  const t = useText();
  const values = useFormValues();
  const shown = PLACES.slice(0, Math.max(0, ...filled(values)) + 1);
  const taken = sharesOf(values).reduce((sum, { percent }) => sum + (Number.isNaN(percent) ? 0 : percent), 0);
  return (
    <fieldset>
      <legend>{t('field.shiftShares')}</legend>
      {shown.map((place) => (
        <div key={place} className="kp-pair">
          <Select name={`shareType${place}`} label={t('plan.shareType', { place })} options={typeOptions} isOptional />
          <Count name={`shareRate${place}`} label={t('plan.shareRate')} unit="%" isOptional />
        </div>
      ))}
      <p role="status">{t(taken > 100 ? 'plan.sharesOver' : 'plan.sharesFree', { rate: Math.abs(100 - taken) })}</p>
    </fieldset>
  );
}
