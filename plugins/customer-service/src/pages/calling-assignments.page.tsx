import { useText } from '@kituo/sdk';
import { CallTasksScreen } from '@kituo/sdk/calls';
import { callTask } from '@kituo/sdk/contracts';
import { agents, notLoggedTypes } from '../calling/not-logged-fields.ts';

const choices = { people: agents, listTypes: notLoggedTypes };

/** Calling tasks that leads make and agents work through. */
export function CallingAssignmentsPage() {
  const t = useText();
  const endpoints = callTask.callingTasks;
  return <CallTasksScreen of={{ endpoints, choices, title: t('calling.title'), exportKind: 'calling.export' }} />;
}
