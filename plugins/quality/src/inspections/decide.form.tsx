import { useText } from '@kituo/sdk';
import { inspection, type RequestOf } from '@kituo/sdk/contracts';
import { type Action, Answered, fieldsOf, FormDrawer, useDetail, useFormValues } from '@kituo/sdk/page';
import { APPEAL_DECISION } from '../quality-words.ts';
import { Evidence } from './evidence.tsx';
import type { Row } from './inspection-fields.ts';
import { type ItemValues, noAnswers, pointsOf } from './item-values.ts';
import { ItemFields } from './score.form.tsx';
import { ScoreTable } from './score-table.tsx';

export interface DecisionValues extends ItemValues {
  readonly decision: 'UPHOLD' | 'AMEND';
  readonly reason: string;
}
const { Segmented, Text } = fieldsOf<Record<string, unknown>>();

export const decisionOf = (
  { inspectionNo, version }: Row,
  values: DecisionValues,
): RequestOf<typeof inspection.decide> => ({
  inspectionNo,
  version,
  decision: values.decision,
  reason: values.reason,
  ...(values.decision === 'AMEND' && pointsOf(values)),
});

/** The appeal with the score as it is; an amendment scores anew. */
export function DecideForm({ action }: { readonly action: Action<Row, DecisionValues> }) {
  return (
    <FormDrawer action={action} defaults={(): DecisionValues => ({ ...noAnswers(), decision: 'UPHOLD', reason: '' })}>
      {({ inspectionNo }: Row) => <Fields key={inspectionNo} inspectionNo={inspectionNo} />}
    </FormDrawer>
  );
}

function Fields({ inspectionNo }: Pick<Row, 'inspectionNo'>) {
  const t = useText();
  const { decision } = useFormValues();
  return (
    <Answered detail={useDetail(inspection.detail, { inspectionNo })}>
      {(info) => (
        <>
          <p>{t('inspection.appealed', { appeal: info.appeal ?? '' })}</p>
          <ScoreTable info={info} />
          <Evidence info={info} />
          <Segmented name="decision" options={APPEAL_DECISION} />
          {decision === 'AMEND' && <ItemFields items={info.items} />}
          <Text name="reason" isLong maxLength={200} />
        </>
      )}
    </Answered>
  );
}
