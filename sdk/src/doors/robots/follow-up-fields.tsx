import { call } from '@kituo/sdk';
import type { robotTask } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { WILLINGNESS } from './robot-fields.ts';

/** What follows a call about an offer, in the forms of both sections. */
export interface FollowUpValues extends Record<string, unknown> {
  readonly concurrency: number | null;
  readonly followUpTemplateNo: string | null;
  readonly followUpLabels: readonly string[];
  readonly handsOver: boolean;
}
const { MultiSelect, Number: Whole, Select, Switch } = fieldsOf<FollowUpValues>();

export const noFollowUp = { concurrency: 20, followUpTemplateNo: null, followUpLabels: [], handsOver: true };

/** How many calls at once, the text that follows by what was heard, and whether people call the willing. */
export function FollowUpFields(props: {
  readonly texts: typeof robotTask.marketingTexts | typeof robotTask.telemarketingTexts;
}) {
  const { merchantNo, followUpTemplateNo } = useFormValues();
  return (
    <>
      <Whole name="concurrency" />
      {typeof merchantNo === 'string' && (
        <Select
          key={merchantNo}
          name="followUpTemplateNo"
          isOptional
          options={{
            kind: 'remote',
            name: `${props.texts.name}:${merchantNo}`,
            load: async (signal) =>
              await call(props.texts, { merchantNo }, { signal, showLoading: false, quiet: true }),
          }}
        />
      )}
      {typeof followUpTemplateNo === 'string' && (
        <MultiSelect name="followUpLabels" source={{ kind: 'dictionary', dictionary: WILLINGNESS }} />
      )}
      <Switch name="handsOver" />
    </>
  );
}
