import { useText } from '@kituo/sdk';
import { CallTasksScreen } from '@kituo/sdk/calls';
import { callTask, notLoggedList } from '@kituo/sdk/contracts';
import { requestFiltersOf } from '@kituo/sdk/page';
import { agents, notLoggedFilters, notLoggedTypes } from '../calling/not-logged-fields.ts';

const entries = {
  page: '/AdminContent/CustomerServiceSystem/ListLibraryManage',
  list: notLoggedList.page.name,
  toFilters: (texts: Readonly<Record<string, string>>) =>
    notLoggedList.filters.safeParse(requestFiltersOf(notLoggedFilters, texts)).data ?? null,
};
const choices = { people: agents, listTypes: notLoggedTypes, entries };

/** Calling tasks that leads make and agents work through. */
export function CallingAssignmentsPage() {
  const t = useText();
  const endpoints = callTask.callingTasks;
  return <CallTasksScreen of={{ endpoints, choices, title: t('calling.title'), exportKind: 'calling.export' }} />;
}
