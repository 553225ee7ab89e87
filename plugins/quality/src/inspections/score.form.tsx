import { useText } from '@kituo/sdk';
import { inspection, type quality, type RequestOf } from '@kituo/sdk/contracts';
import { type Action, Answered, fieldsOf, FormDrawer, useDetail, useFormValues } from '@kituo/sdk/page';
import { type RefObject, useState } from 'react';
import { Evidence } from './evidence.tsx';
import type { Row } from './inspection-fields.ts';
import { type ItemValues, noAnswers, pointsOf } from './item-values.ts';
import { Marks } from './marks.tsx';

export interface ScoreValues extends ItemValues {
  readonly remark: string;
}
const { Number: Points, Text } = fieldsOf<Record<string, unknown>>();

export const scoreOf = (
  { inspectionNo, version }: Row,
  values: ScoreValues,
  marks: readonly inspection.Mark[],
): RequestOf<typeof inspection.score> => ({
  inspectionNo,
  version,
  ...pointsOf(values),
  marks: [...marks],
  remark: values.remark.trim() === '' ? null : values.remark,
});

/** What was said beside the sheet that it is scored by. */
export function ScoreForm(props: {
  readonly action: Action<Row, ScoreValues>;
  readonly marks: RefObject<readonly inspection.Mark[]>;
}) {
  const { marks } = props;
  return (
    <FormDrawer action={props.action} defaults={(): ScoreValues => ({ ...noAnswers(), remark: '' })}>
      {({ inspectionNo }: Row) => <ScoreFields key={inspectionNo} inspectionNo={inspectionNo} marks={marks} />}
    </FormDrawer>
  );
}

function ScoreFields({
  inspectionNo,
  marks,
}: {
  readonly inspectionNo: string;
  readonly marks: RefObject<readonly inspection.Mark[]>;
}) {
  const [at, setAt] = useState(0);
  return (
    <Answered detail={useDetail(inspection.detail, { inspectionNo })}>
      {(info) => (
        <>
          <Evidence info={info} onTime={setAt} />
          <Marks
            at={at}
            onChange={(next) => {
              marks.current = next;
            }}
          />
          <ItemFields items={info.items} />
          <Text name="remark" isOptional isLong maxLength={500} />
        </>
      )}
    </Answered>
  );
}

/** A number and a comment for each item, and what they come to. */
export function ItemFields({ items }: { readonly items: readonly quality.SheetItem[] }) {
  const t = useText();
  const values = useFormValues();
  const given = ({ itemNo }: quality.SheetItem) => (typeof values[itemNo] === 'number' ? values[itemNo] : 0);
  const isFatal = items.some((item) => item.isFatal && values[item.itemNo] === 0);
  const total = isFatal ? 0 : items.reduce((sum, item) => sum + given(item), 0);
  return (
    <>
      {items.map(({ itemNo, itemName, weight, isFatal: fails }) => (
        <div key={itemNo}>
          <Points
            name={itemNo}
            label={itemName}
            hint={t(fails ? 'inspection.fatalHint' : 'inspection.pointsHint', { weight })}
          />
          {values[itemNo] !== null && values[itemNo] !== weight && (
            <Text name={`comment${itemNo}`} label={t('inspection.comment')} maxLength={500} />
          )}
        </div>
      ))}
      <p role="status">
        <strong>{t('inspection.total', { total })}</strong>
      </p>
    </>
  );
}
