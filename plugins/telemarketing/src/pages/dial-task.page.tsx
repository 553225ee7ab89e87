import { useText } from '@kituo/sdk';
import { CallTasksScreen } from '@kituo/sdk/calls';
import { callTask } from '@kituo/sdk/contracts';
import { listTypes, scriptTags, targets, telemarketers } from '../lists/list-fields.ts';

const choices = { people: telemarketers, listTypes, targets, scriptTags };

/** Tasks that leads build and telemarketers work through, one screen a call. */
export function DialTaskPage() {
  const t = useText();
  const endpoints = callTask.dialTasks;
  return <CallTasksScreen of={{ endpoints, choices, title: t('tasks.title'), exportKind: 'dialTask.export' }} />;
}
