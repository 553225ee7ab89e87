import type { RequestOf, callList } from '@kituo/sdk/contracts';
import { type Batch, BatchAction, fieldsOf, type OptionSource, useFormValues } from '@kituo/sdk/page';
import { DISTRIBUTE_MODE } from './call-words.ts';

export interface DistributeValues extends Record<string, unknown> {
  readonly mode: RequestOf<typeof callList.distribute>['mode'];
  readonly userNos: readonly string[];
  readonly each: number | null;
}
const { MultiSelect, Number: Whole, Segmented } = fieldsOf<DistributeValues>();

/** What the endpoint takes of the form. */
export const distributionOf = (
  ids: readonly string[] | null,
  { mode, userNos, each }: DistributeValues,
): RequestOf<typeof callList.distribute> => ({
  entryIds: [...(ids ?? [])],
  mode,
  userNos: [...userNos],
  ...(mode === 'EACH' && { each: each ?? Number.NaN }),
});

/** Selected entries shared out among people: alike, by the places they have, or a number each. */
export function DistributeForm(props: { readonly batch: Batch<DistributeValues>; readonly people: OptionSource }) {
  return (
    <BatchAction batch={props.batch} defaults={(): DistributeValues => ({ mode: 'EVEN', userNos: [], each: null })}>
      <Segmented name="mode" options={DISTRIBUTE_MODE} />
      <Each />
      <MultiSelect name="userNos" source={props.people} />
    </BatchAction>
  );
}

function Each() {
  const { mode } = useFormValues();
  return mode === 'EACH' ? <Whole name="each" /> : null;
}
