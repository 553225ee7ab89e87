import { useText } from '@kituo/sdk';
import { CallTasksScreen } from '@kituo/sdk/calls';
import { callList, callTask } from '@kituo/sdk/contracts';
import { requestFiltersOf } from '@kituo/sdk/page';
import { entryFilters, listTypes, scriptTags, targets, telemarketers } from '../lists/list-fields.ts';

const entries = {
  page: '/AdminContent/TelemarketingSystem/ListLibraryManagement',
  list: callList.page.name,
  toFilters: (texts: Readonly<Record<string, string>>) =>
    callList.filters.safeParse(requestFiltersOf(entryFilters, texts)).data ?? null,
};
const choices = { people: telemarketers, listTypes, targets, scriptTags, entries };

/** Tasks that leads build and telemarketers work through, one screen a call. */
export function DialTaskPage() {
  const t = useText();
  const endpoints = callTask.dialTasks;
  return <CallTasksScreen of={{ endpoints, choices, title: t('tasks.title'), exportKind: 'dialTask.export' }} />;
}
