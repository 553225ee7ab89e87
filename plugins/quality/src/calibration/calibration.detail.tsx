import { useText } from '@kituo/sdk';
import { calibration } from '@kituo/sdk/contracts';
import { type Action, type Column, DescriptionList, DetailOf, FormDrawer } from '@kituo/sdk/page';
import { Evidence } from '../inspections/evidence.tsx';
import { type ItemValues, noAnswers } from '../inspections/item-values.ts';
import { ItemFields } from '../inspections/score.form.tsx';

type Row = calibration.CalibrationRow;

/** Both scores item by item, once the second is given. */
export function CalibrationDetail(props: { readonly calibrationNo: string; readonly columns: readonly Column<Row>[] }) {
  const t = useText();
  return (
    <DetailOf endpoint={calibration.detail} request={{ calibrationNo: props.calibrationNo }}>
      {({ items, firstAnswers, secondAnswers, ...row }) => (
        <>
          <DescriptionList of={row} columns={props.columns} />
          {row.calibrationState === 'SCORED' && (
            <ul className="kp-facts" aria-label={t('calibration.both')}>
              {items.map(({ itemNo, itemName, weight }) => {
                const pointsIn = (answers: typeof firstAnswers) => answers.find((one) => one.itemNo === itemNo);
                const [first, second] = [pointsIn(firstAnswers), pointsIn(secondAnswers)];
                const isDisputed = (first?.points === weight) !== (second?.points === weight);
                const text = `${itemName}: ${first?.points ?? 0} / ${second?.points ?? 0} (${weight})`;
                return (
                  <li key={itemNo}>
                    {isDisputed ? <strong>{text}</strong> : text}
                    {[first, second].map((one) => (one && one.comment !== '' ? ` · ${one.comment}` : ''))}
                  </li>
                );
              })}
            </ul>
          )}
          <Evidence info={{ ...row, marks: [] }} />
        </>
      )}
    </DetailOf>
  );
}

/** The second score, beside what was said; nothing of the first one. */
export function SecondScoreForm({ action }: { readonly action: Action<Row, ItemValues> }) {
  return (
    <FormDrawer action={action} defaults={noAnswers}>
      {({ calibrationNo }: Row) => (
        <DetailOf key={calibrationNo} endpoint={calibration.detail} request={{ calibrationNo }}>
          {({ items, ...info }) => (
            <>
              <Evidence info={{ ...info, marks: [] }} />
              <ItemFields items={items} />
            </>
          )}
        </DetailOf>
      )}
    </FormDrawer>
  );
}
