import { useText } from '@kituo/sdk';
import { callActivity } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  DescriptionList,
  fieldsOf,
  FormDrawer,
  ListScreen,
  merchantOptions,
  onPage,
  PlusIcon,
  useAction,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { targets } from '../lists/list-fields.ts';
import { activityColumns, activityFilters, type ActivityRow, couponOptions } from './activity-fields.ts';

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly activityName: string;
  readonly marketingTargets: readonly string[];
  readonly periodFrom: string | null;
  readonly periodTo: string | null;
  readonly incomingBonusCents: number | null;
  readonly loanBonusCents: number | null;
  readonly couponTemplateNo: string | null;
}
const { Date: Day, MultiSelect, Select, Text } = fieldsOf<Values>();
const { Money, Number: Whole } = fieldsOf<Record<string, unknown>>();
const PLACES = Array.from({ length: callActivity.MAX_STEPS }, (_, at) => at);
/** The steps lie flat, `monthSteps_0_applications`: a message finds its field. */
const stepValues = (row: ActivityRow | null): Record<string, unknown> =>
  Object.fromEntries(
    PLACES.flatMap((at) => [
      [`monthSteps_${at}_applications`, row?.monthSteps[at]?.applications ?? null],
      [`monthSteps_${at}_bonusCents`, row?.monthSteps[at]?.bonusCents ?? null],
    ]),
  );
const isThere = (values: Record<string, unknown>, at: number) => values[`monthSteps_${at}_applications`] !== null;
const whole = (typed: unknown) => (typeof typed === 'number' ? typed : Number.NaN);
const nothing = (): Values => ({
  ...stepValues(null),
  merchantNo: null,
  activityName: '',
  marketingTargets: [],
  periodFrom: null,
  periodTo: null,
  incomingBonusCents: 0,
  loanBonusCents: null,
  couponTemplateNo: null,
});
const activityOf = (values: Values) => ({
  merchantNo: values.merchantNo ?? '',
  activityName: values.activityName,
  marketingTargets: [...values.marketingTargets],
  periodFrom: values.periodFrom ?? '',
  periodTo: values.periodTo ?? '',
  incomingBonusCents: values.incomingBonusCents ?? Number.NaN,
  loanBonusCents: values.loanBonusCents ?? Number.NaN,
  couponTemplateNo: values.couponTemplateNo,
  monthSteps: PLACES.filter((at) => isThere(values, at)).map((at) => ({
    applications: whole(values[`monthSteps_${at}_applications`]),
    bonusCents: whole(values[`monthSteps_${at}_bonusCents`]),
  })),
});

/** Activities of telemarketing, and what an application or a loan counts for in each. */
export function ActivityList() {
  const t = useText();
  const screen = useListPage<ActivityRow>({
    load: callActivity.page,
    idOf: (row) => row.activityNo,
    columns: activityColumns,
    filters: activityFilters,
    defaultSort: '-periodFrom',
    file: { endpoint: callActivity.exportList, jobKind: 'activityConfig.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = ({ activityName }: ActivityRow) => ({ name: activityName });
  const named = ({ activityNo }: ActivityRow) => ({ activityNo });
  const add = useAction({
    name: 'activityAdd',
    endpoint: callActivity.save,
    request: (_nothing: null, values: Values) => activityOf(values),
    list,
  });
  const update = useAction({
    name: 'activityUpdate',
    endpoint: callActivity.save,
    request: ({ activityNo, version }: ActivityRow, values: Values) => ({ activityNo, version, ...activityOf(values) }),
    list,
    facts,
  });
  const approve = useAction({
    name: 'activityApprove',
    endpoint: callActivity.approve,
    request: ({ activityNo }: ActivityRow) => ({ activityNo, isApproved: true }),
    list,
    facts,
  });
  const reject = useAction({
    name: 'activityReject',
    endpoint: callActivity.approve,
    request: ({ activityNo }: ActivityRow, { reason }: { reason: string }) => ({
      activityNo,
      isApproved: false,
      reason,
    }),
    list,
    facts,
  });
  const enable = useAction({ name: 'activityEnable', endpoint: callActivity.enable, request: named, list, facts });
  const disable = useAction({
    name: 'activityDisable',
    endpoint: callActivity.disable,
    request: named,
    list,
    facts,
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('activities.title')}
      nameOf={({ activityName }) => activityName}
      rowActions={[
        allowedAs(approve, 'approve'),
        allowedAs(reject, 'reject'),
        allowedAs(update, 'update'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={(row) => <DescriptionList of={row} columns={activityColumns} />}
      emptyText={t('activities.none')}
    >
      <FormDrawer action={add} defaults={nothing}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={update} defaults={(row): Values => ({ ...nothing(), ...row, ...stepValues(row) })}>
        <Fields />
      </FormDrawer>
      <Ask action={approve} say={(row) => <DescriptionList of={row} columns={activityColumns} />} />
      <AskReason action={reject} />
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="activityName" maxLength={30} />
      <MultiSelect name="marketingTargets" source={targets} />
      <Day name="periodFrom" />
      <Day name="periodTo" />
      <Money name="incomingBonusCents" />
      <Money name="loanBonusCents" hint={t('activities.loanHint')} />
      <Select name="couponTemplateNo" options={couponOptions} isOptional hint={t('activities.couponHint')} />
      <Steps />
    </>
  );
}

/** The steps so far and one more. */
function Steps() {
  const t = useText();
  const values = useFormValues();
  const shown = PLACES.filter((at) => at === 0 || isThere(values, at) || isThere(values, at - 1));
  return (
    <>
      <p className="kp-muted">{t('activities.stepsHint')}</p>
      {shown.map((at) => (
        <fieldset key={at} className="kp-pair">
          <legend>{t('activities.step', { place: at + 1 })}</legend>
          <Whole name={`monthSteps_${at}_applications`} label={t('field.stepApplications')} isOptional />
          <Money
            name={`monthSteps_${at}_bonusCents`}
            label={t('field.stepBonusCents')}
            isOptional={!isThere(values, at)}
          />
        </fieldset>
      ))}
    </>
  );
}
