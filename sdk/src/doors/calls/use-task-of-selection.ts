import { useText } from '@kituo/sdk';
import type { callTask } from '@kituo/sdk/contracts';
import { type BatchScope, type List, type OfSelection, useAction } from '@kituo/sdk/page';
import { CALLS_TEXTS } from './calls-texts.ts';
import { taskOf, type TaskValues } from './task.form.tsx';

/** The entries that are selected in a list as a dial task: `SelectionTaskForm` asks who calls them, and when. */
export function useTaskOfSelection<Row>(
  endpoint: (typeof callTask.dialTasks | typeof callTask.callingTasks)['save'],
  list: List<Row>,
): OfSelection<TaskValues> {
  const t = useText(CALLS_TEXTS);
  const action = useAction({
    name: 'callTaskOfSelection',
    words: t,
    endpoint,
    request: ({ ids }: BatchScope, values: TaskValues) => taskOf(null, values, { chosen: ids ?? [] }),
    list: { refresh: list.refresh },
    facts: ({ count }, reply) => ({ count: reply?.entryCount ?? count }),
    onDone: () => {
      list.selection.clear();
    },
  });
  const ids = [...list.selection.rows.keys()];
  return { action, selected: { ids, filters: list.request.filters, count: ids.length }, filtered: null };
}
