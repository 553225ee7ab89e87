import { useText } from '@kituo/sdk';
import { robotTask } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  fieldsOf,
  FormDrawer,
  ListScreen,
  number,
  oneOf,
  onPage,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { AiItems } from '../ai/ai-task.detail.tsx';
import { AI_STATUS, VOICE_LANGUAGE } from '../ai/ai-words.ts';

type Row = robotTask.AiRow;
interface Values extends Record<string, unknown> {
  readonly taskName: string;
  readonly scriptCode: string;
  readonly voiceLanguage: 'en' | 'sw';
  /** One a line. */
  readonly caseIds: string;
}
const { Text, Segmented } = fieldsOf<Values>();

const columns = defineColumns<Row>([
  text('taskName', { width: 200 }),
  number('taskNo', { width: 130 }),
  status('taskStatus', AI_STATUS, { width: 120 }),
  count('sent', { width: 90 }),
  count('called', { width: 90 }),
  count('gateRefused', { width: 130 }),
  text('scriptCode', { width: 140 }),
  text('fault', { width: 200 }),
  time('syncedAt', { width: 165 }),
  text('createdByName', { width: 150 }),
  time('createdAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({ taskNo: containing({ example: 'AI000000001' }), taskStatus: oneOf(AI_STATUS) });
const linesOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter((one) => one !== ''))];

/** Calling tasks as the vendor holds them. A task whose sending got no answer is UNKNOWN until it is synced. */
export function NineFourAiTaskPage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: robotTask.aiPage,
    idOf: (row) => row.taskNo,
    columns,
    filters,
    defaultSort: '-createdAt',
    file: { endpoint: robotTask.aiExport, jobKind: 'aiTasks.export' },
  });
  const of = {
    list: { refresh: screen.list.refresh },
    request: ({ taskNo }: Row) => ({ taskNo }),
    facts: ({ taskName }: Row) => ({ name: taskName }),
  };
  const add = useAction({
    name: 'aiAdd',
    endpoint: robotTask.aiCreate,
    request: (_nothing: null, { caseIds, ...values }: Values) => ({
      taskName: values.taskName,
      scriptCode: values.scriptCode,
      voiceLanguage: values.voiceLanguage,
      caseIds: linesOf(caseIds),
    }),
    list: of.list,
  });
  const send = useAction({ ...of, name: 'aiSend', endpoint: robotTask.aiSend });
  const pause = useAction({ ...of, name: 'aiPause', endpoint: robotTask.aiPause });
  const resume = useAction({ ...of, name: 'aiResume', endpoint: robotTask.aiResume });
  const stop = useAction({ ...of, name: 'aiStop', endpoint: robotTask.aiStop, isDangerous: true });
  const sync = useAction({ ...of, name: 'aiSync', endpoint: robotTask.aiSync });
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
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <AiItems taskNo={row.taskNo} />
        </>
      )}
      emptyText={t('aiTasks.none')}
    >
      <FormDrawer
        action={add}
        defaults={(): Values => ({ taskName: '', scriptCode: '', voiceLanguage: 'en', caseIds: '' })}
      >
        <Text name="taskName" maxLength={30} />
        <Text name="scriptCode" maxLength={32} />
        <Segmented name="voiceLanguage" options={VOICE_LANGUAGE} />
        <Text name="caseIds" isLong hint={t('aiTasks.casesHint')} />
      </FormDrawer>
      {[send, pause, resume, stop, sync].map((action) => (
        <Ask key={action.name} action={action} />
      ))}
    </ListScreen>
  );
}
