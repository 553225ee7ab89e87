import { useText } from '@kituo/sdk';
import type { callList, notLoggedList, RequestOf } from '@kituo/sdk/contracts';
import { type Batch, BatchAction, fieldsOf, type OptionSource, useDetail, useFormValues } from '@kituo/sdk/page';
import { CALLS_TEXTS } from './calls-texts.ts';
import { DISTRIBUTE_MODE } from './call-words.ts';

type PlanEndpoint = typeof callList.distributePlan | typeof notLoggedList.distributePlan;

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
export function DistributeForm(props: {
  readonly batch: Batch<DistributeValues>;
  readonly people: OptionSource;
  /** What tells beforehand who would get how many. */
  readonly plan: PlanEndpoint;
}) {
  return (
    <BatchAction batch={props.batch} defaults={(): DistributeValues => ({ mode: 'EVEN', userNos: [], each: null })}>
      <Segmented name="mode" options={DISTRIBUTE_MODE} />
      <Each />
      <MultiSelect name="userNos" source={props.people} />
      <Plan endpoint={props.plan} ids={props.batch.action.opened?.subject.ids ?? null} />
    </BatchAction>
  );
}

/** Who gets how many, and what each has open then; nothing until somebody is chosen. */
function Plan(props: { readonly endpoint: PlanEndpoint; readonly ids: readonly string[] | null }) {
  const t = useText(CALLS_TEXTS);
  const typed = useFormValues();
  const values: DistributeValues = {
    mode: typed['mode'] === 'EACH' || typed['mode'] === 'FREE_CAP' ? typed['mode'] : 'EVEN',
    userNos: Array.isArray(typed['userNos']) ? typed['userNos'].map(String) : [],
    each: typeof typed['each'] === 'number' ? typed['each'] : null,
  };
  const isWhole = values.userNos.length > 0 && (values.mode !== 'EACH' || (values.each ?? 0) > 0);
  const plan = useDetail(props.endpoint, isWhole ? distributionOf(props.ids, values) : null);
  if (plan.data === null) return null;
  return (
    <>
      <ul className="kp-facts" aria-live="polite">
        {plan.data.people.map(({ userNo, realName, given, open, dailyCap }) => (
          <li key={userNo}>{t('calls.plan', { name: realName, given, open: open + given, dailyCap })}</li>
        ))}
      </ul>
      {plan.data.left > 0 && <p className="kp-note kp-note-wrong">{t('calls.planLeft', { count: plan.data.left })}</p>}
    </>
  );
}

function Each() {
  const { mode } = useFormValues();
  return mode === 'EACH' ? <Whole name="each" /> : null;
}
