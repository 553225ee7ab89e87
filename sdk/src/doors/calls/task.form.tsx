import { useText } from '@kituo/sdk';
import type { callTask, RequestOf } from '@kituo/sdk/contracts';
import {
  type Action,
  type BatchScope,
  fieldsOf,
  FormDrawer,
  merchantOptions,
  type Option,
  useFormValues,
} from '@kituo/sdk/page';
import { CALLS_TEXTS } from './calls-texts.ts';
import { WILLINGNESS } from './call-words.ts';
import { CALL_CHANNEL, CALL_PURPOSE, DIAL_MODE, type TaskChoices, type TaskRow } from './task-fields.ts';
import type { SavedFilters } from './use-saved-filters.ts';

type Request = RequestOf<typeof callTask.dialTasks.save>;

export interface TaskValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly taskName: string;
  readonly purpose: Request['purpose'];
  readonly batchNo: string | null;
  readonly listType: string | null;
  readonly marketingTarget: string | null;
  readonly willingness: NonNullable<Request['source']['willingness']> | null;
  /** A saved view; `KEPT` for the one that the task has. */
  readonly savedFilter: string | null;
  readonly userNos: readonly string[];
  readonly dialMode: Request['dialMode'];
  readonly callChannel: NonNullable<Request['callChannel']> | null;
  readonly hoursFrom: string;
  readonly hoursTo: string;
  readonly maxAttempts: number | null;
  readonly retryMinutes: number | null;
  readonly scriptTag: string | null;
  readonly script: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}
const { Date: Day, MultiSelect, Number: Whole, Segmented, Select, Text, TimeOfDay } = fieldsOf<TaskValues>();

const KEPT = 'KEPT';

export const taskValues = (row: TaskRow | null): TaskValues => ({
  merchantNo: row?.merchantNo ?? null,
  taskName: row?.taskName ?? '',
  purpose: row?.purpose ?? 'SERVICE',
  batchNo: row?.source.batchNo ?? '',
  listType: row?.source.listType ?? null,
  marketingTarget: row?.source.marketingTarget ?? null,
  willingness: row?.source.willingness ?? null,
  savedFilter: row?.source.savedFilter === undefined ? null : KEPT,
  userNos: row?.userNos ?? [],
  dialMode: row?.dialMode ?? 'CLICK',
  callChannel: row?.callChannel ?? null,
  hoursFrom: row?.hoursFrom ?? '09:00',
  hoursTo: row?.hoursTo ?? '18:00',
  maxAttempts: row?.maxAttempts ?? 3,
  retryMinutes: row?.retryMinutes ?? 120,
  script: row?.script ?? '',
  scriptTag: row?.scriptTag ?? null,
  validFrom: row?.validFrom ?? null,
  validTo: row?.validTo ?? null,
});

/** What the endpoint takes of the form; the entries of a selection (`chosen` at first) stay the task's own. */
export function taskOf(
  row: TaskRow | null,
  values: TaskValues,
  of: { readonly chosen?: readonly string[]; readonly saved?: SavedFilters } = {},
): Request {
  const { batchNo, listType, marketingTarget, willingness, savedFilter, merchantNo, script, ...rest } = values;
  const entryIds = of.chosen ?? row?.source.entryIds;
  const saved = savedFilter === KEPT ? row?.source.savedFilter : of.saved?.get(savedFilter ?? '');
  return {
    ...(row !== null && { taskNo: row.taskNo, version: row.version }),
    merchantNo: merchantNo ?? '',
    taskName: rest.taskName,
    purpose: rest.purpose,
    userNos: [...rest.userNos],
    dialMode: rest.dialMode,
    callChannel: rest.callChannel,
    hoursFrom: rest.hoursFrom,
    hoursTo: rest.hoursTo,
    maxAttempts: rest.maxAttempts ?? Number.NaN,
    retryMinutes: rest.retryMinutes ?? Number.NaN,
    ...(rest.scriptTag !== null && { scriptTag: rest.scriptTag }),
    script: script === null || script.trim() === '' ? null : script,
    validFrom: rest.validFrom ?? '',
    validTo: rest.validTo ?? '',
    source: {
      ...(batchNo !== null && batchNo.trim() !== '' && { batchNo: batchNo.trim() }),
      ...(listType !== null && { listType }),
      ...(marketingTarget !== null && { marketingTarget }),
      ...(willingness !== null && { willingness }),
      ...(entryIds !== undefined && { entryIds: [...entryIds] }),
      ...(saved !== undefined && { savedFilter: saved }),
    },
  };
}

/** Whom to call, by whom, when and how often. Of a paused task only people and period change. */
export function TaskForm<Subject extends TaskRow | null>(props: {
  readonly action: Action<Subject, TaskValues>;
  readonly choices: TaskChoices;
  readonly saved: SavedFilters;
}) {
  return (
    <FormDrawer action={props.action} defaults={taskValues}>
      {(row) => (
        <Fields choices={props.choices} isPaused={row?.taskStatus === 'PAUSED'} views={viewsOf(row, props.saved)} />
      )}
    </FormDrawer>
  );
}

/** The same of entries that are selected in a list: which ones is not asked for again. */
export function SelectionTaskForm(props: {
  readonly action: Action<BatchScope, TaskValues>;
  readonly choices: TaskChoices;
  readonly merchantNo: string | null;
}) {
  return (
    <FormDrawer
      action={props.action}
      defaults={(): TaskValues => ({ ...taskValues(null), merchantNo: props.merchantNo })}
    >
      {() => <Fields choices={props.choices} isPaused={false} isOfSelection />}
    </FormDrawer>
  );
}

/** The saved views that a task may be made of, and the one that it was made of. */
function viewsOf(row: TaskRow | null, saved: SavedFilters): readonly Option[] {
  const kept = row?.source.savedFilter;
  return [
    ...(kept === undefined ? [] : [{ value: KEPT, label: kept.viewName }]),
    ...[...saved].map(([value, { viewName }]) => ({ value, label: viewName })),
  ];
}

function Fields(props: {
  readonly choices: TaskChoices;
  readonly isPaused: boolean;
  readonly isOfSelection?: boolean;
  readonly views?: readonly Option[];
}) {
  const { choices, isPaused, isOfSelection = false, views = [] } = props;
  const { merchantNo } = useFormValues();
  const period = (
    <>
      <MultiSelect name="userNos" source={choices.people} />
      <Day name="validFrom" />
      <Day name="validTo" />
    </>
  );
  if (isPaused && merchantNo !== null) return period;
  return (
    <>
      <Text name="taskName" maxLength={30} />
      <Select name="merchantNo" options={merchantOptions} />
      {choices.targets === undefined && <Segmented name="purpose" options={CALL_PURPOSE} />}
      {!isOfSelection && <Source choices={choices} views={views} />}
      {period}
      <Segmented name="dialMode" options={DIAL_MODE} />
      <Select name="callChannel" isOptional options={CALL_CHANNEL} />
      <TimeOfDay name="hoursFrom" />
      <TimeOfDay name="hoursTo" />
      <Whole name="maxAttempts" />
      <Whole name="retryMinutes" />
      {choices.scriptTags !== undefined && <Select name="scriptTag" options={choices.scriptTags} isOptional />}
      <Text name="script" isLong isOptional maxLength={2000} />
    </>
  );
}

/** Which entries: those that all of these match. */
function Source({ choices, views }: { readonly choices: TaskChoices; readonly views: readonly Option[] }) {
  const t = useText(CALLS_TEXTS);
  return (
    <>
      {views.length > 0 && (
        <Select
          name="savedFilter"
          isOptional
          hint={t('calls.savedFilterHint')}
          options={{
            kind: 'remote',
            name: `callTask.savedFilters ${views.map(({ value, label }) => `${value} ${label}`).join(' ')}`,
            load: async () => await Promise.resolve(views),
          }}
        />
      )}
      <Text name="batchNo" isOptional maxLength={64} />
      <Select name="listType" options={choices.listTypes} isOptional />
      {choices.targets !== undefined && <Select name="marketingTarget" options={choices.targets} isOptional />}
      <Select name="willingness" options={WILLINGNESS} isOptional />
    </>
  );
}
