import { useText } from '@kituo/sdk';
import { aiTask } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchConfirm,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  fieldsOf,
  FormDrawer,
  ListScreen,
  merchantOptions,
  money,
  number,
  oneOf,
  onPage,
  PlusIcon,
  remoteOptions,
  status,
  text,
  time,
  useAction,
  useBatch,
  useDetail,
  useFormValues,
  useListPage,
  useOptions,
} from '@kituo/sdk/page';
import { AudienceFields, type AudienceValues, CaseCount, casesOf, noAudience, WHOM } from '@kituo/sdk/robots';
import { CASE_LEVEL, CASE_SCOPE } from '@kituo/sdk/cases';
import { AiExchanges, AiItems } from '../ai/ai-task.detail.tsx';
import { AI_STATUS, VOICE_LANGUAGE } from '../ai/ai-words.ts';

type Row = aiTask.Row;
interface Values extends AudienceValues {
  readonly taskName: string;
  readonly scriptCode: string | null;
  readonly voiceLanguage: 'en' | 'sw';
  readonly whom: 'FILTER' | 'NUMBERS';
  readonly caseScope: 'ORDER' | 'BILL' | null;
  /** One a line. */
  readonly caseIds: string;
  readonly dialFrom: string | null;
  readonly dialTo: string | null;
  readonly startAt: string | null;
}
const { Moment, Segmented, Select, Text, TimeOfDay } = fieldsOf<Values>();
const nothing = (): Values => ({
  ...noAudience,
  taskName: '',
  scriptCode: null,
  voiceLanguage: 'en',
  whom: 'FILTER',
  caseScope: null,
  caseIds: '',
  dialFrom: '09:00',
  dialTo: '17:00',
  startAt: new Date().toISOString(),
});

const columns = defineColumns<Row>([
  text('taskName', { width: 200 }),
  number('taskNo', { width: 130 }),
  number('vendorTaskId', { width: 140 }),
  number('rudderTaskNo', { width: 130 }),
  status('taskStatus', AI_STATUS, { width: 120 }),
  count('sent', { width: 90 }),
  count('called', { width: 90 }),
  count('connected', { width: 100 }),
  count('gateRefused', { width: 130 }),
  count('callbackMissing', { width: 110 }),
  money('costCents', { width: 120 }),
  text('scriptName', { width: 180 }),
  text('scriptCode', { width: 140 }),
  text('planName', { width: 150 }),
  time('startAt', { width: 165 }),
  text('dialFrom', { width: 100 }),
  text('dialTo', { width: 100 }),
  text('fault', { width: 200 }),
  time('syncedAt', { width: 165 }),
  text('createdByName', { width: 150 }),
  time('createdAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({
  taskName: containing(),
  taskStatus: oneOf(AI_STATUS),
  taskNo: containing({ example: 'AI000000001' }),
  vendorTaskId: containing(),
  merchantNo: oneOf(merchantOptions),
  caseScope: oneOf(CASE_SCOPE),
  caseLevel: oneOf(CASE_LEVEL),
  createdAt: dateRange(),
});
const SCRIPTS = remoteOptions(aiTask.scriptList, (all) =>
  all.map(({ scriptCode, scriptName, languages }) => ({
    value: scriptCode,
    label: scriptName,
    hint: [scriptCode, ...languages].join(' · '),
  })),
);
const linesOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter((one) => one !== ''))];

/** Calling tasks as the vendor holds them. A task whose sending got no answer is UNKNOWN until it is synced. */
export function NineFourAiTaskPage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: aiTask.page,
    idOf: (row) => row.taskNo,
    columns,
    filters,
    defaultSort: '-createdAt',
    file: { endpoint: aiTask.exportList, jobKind: 'aiTasks.export' },
  });
  const of = {
    list: { refresh: screen.list.refresh },
    request: ({ taskNo }: Row) => ({ taskNo }),
    facts: ({ taskName }: Row) => ({ name: taskName }),
  };
  const add = useAction({
    name: 'aiAdd',
    endpoint: aiTask.create,
    request: (_nothing: null, values: Values) => ({
      taskName: values.taskName,
      scriptCode: values.scriptCode ?? '',
      voiceLanguage: values.voiceLanguage,
      dialFrom: values.dialFrom ?? '',
      dialTo: values.dialTo ?? '',
      startAt: values.startAt ?? '',
      ...(values.whom === 'NUMBERS' ? { caseIds: linesOf(values.caseIds) } : filterOf(values)),
    }),
    list: of.list,
  });
  const send = useAction({ ...of, name: 'aiSend', endpoint: aiTask.send });
  const pause = useAction({ ...of, name: 'aiPause', endpoint: aiTask.pause });
  const resume = useAction({ ...of, name: 'aiResume', endpoint: aiTask.resume });
  const stop = useAction({ ...of, name: 'aiStop', endpoint: aiTask.stop, isDangerous: true });
  const sync = useAction({ ...of, name: 'aiSync', endpoint: aiTask.sync });
  const many = {
    list: screen.list,
    most: 100,
    request: ({ ids }: { readonly ids: readonly string[] | null }) => ({ taskNos: [...(ids ?? [])] }),
  };
  const stopMany = useBatch({
    ...many,
    name: 'aiStopMany',
    endpoint: aiTask.stopMany,
    jobKind: 'aiTasks.stopMany',
    isDangerous: true,
  });
  const syncMany = useBatch({
    ...many,
    name: 'aiSyncMany',
    endpoint: aiTask.syncMany,
    jobKind: 'aiTasks.syncMany',
  });
  return (
    <ListScreen
      of={screen}
      title={t('aiTasks.title')}
      nameOf={(row) => row.taskName}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(sync, 'sync'),
        allowedAs(send, 'send'),
        allowedAs(pause, 'pause'),
        allowedAs(resume, 'resume'),
        allowedAs(stop, 'stop'),
      ]}
      batches={[syncMany, stopMany]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <AiItems taskNo={row.taskNo} />
          <AiExchanges taskNo={row.taskNo} />
        </>
      )}
      emptyText={t('aiTasks.none')}
    >
      <FormDrawer action={add} defaults={nothing}>
        <Text name="taskName" maxLength={30} />
        <Script />
        <Segmented name="voiceLanguage" options={VOICE_LANGUAGE} />
        <TimeOfDay name="dialFrom" />
        <TimeOfDay name="dialTo" />
        <Moment name="startAt" />
        <Whom />
      </FormDrawer>
      {[send, pause, resume, stop, sync].map((action) => (
        <Ask key={action.name} action={action} />
      ))}
      <BatchConfirm batch={syncMany} nameOf={(taskNo) => taskNo} describe={() => t('aiTasks.syncEffect')} />
      <BatchConfirm batch={stopMany} nameOf={(taskNo) => taskNo} describe={() => t('aiTasks.stopEffect')} />
    </ListScreen>
  );
}

const isScope = (scope: unknown): scope is 'ORDER' | 'BILL' => scope === 'ORDER' || scope === 'BILL';
const filterOf = (values: Record<string, unknown>) => ({
  ...(typeof values.merchantNo === 'string' && { merchantNo: values.merchantNo }),
  ...(isScope(values.caseScope) && { caseScope: values.caseScope }),
  ...casesOf(values),
});

/** Picked by the name that 94 AI gives it; typed where it has told of none yet. */
function Script() {
  const t = useText();
  const { options, isLoading } = useOptions(SCRIPTS);
  if (!isLoading && options.length === 0) {
    return <Text name="scriptCode" maxLength={32} hint={t('aiTasks.noScripts')} />;
  }
  return <Select name="scriptCode" options={SCRIPTS} />;
}

/** Cases that match, with how many they are now, or numbers. */
function Whom() {
  const t = useText();
  const values = useFormValues();
  const request = aiTask.audienceSize.request.safeParse(filterOf(values));
  const isFilter = values.whom !== 'NUMBERS';
  const { data } = useDetail(aiTask.audienceSize, isFilter && request.success ? request.data : null);
  return (
    <>
      <Segmented name="whom" options={WHOM} />
      {isFilter ? (
        <>
          <Select name="caseScope" isOptional options={CASE_SCOPE} />
          <AudienceFields of={{ kind: 'CASES', endpoint: null }} />
          {data !== null && <CaseCount of={data} />}
        </>
      ) : (
        <Text name="caseIds" isLong hint={t('aiTasks.casesHint')} />
      )}
    </>
  );
}
