import { lastDays, useSearchParams, useText } from '@kituo/sdk';
import { feedback } from '@kituo/sdk/contracts';
import { allowedAs, ListScreen, onPage, onRow, PlusIcon, useListPage } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useState } from 'react';
import { feedbackColumns, feedbackFilters, type FeedbackRow } from './feedback-fields.ts';
import { FeedbackDetail } from './feedback.detail.tsx';
import type { FeedbackFrom } from './feedback.form.tsx';
import { FeedbackDialogs } from './feedback.dialogs.tsx';
import { useFeedbackActions } from './use-feedback-actions.ts';

/** Requests, complaints and disputes of customers from any channel, until they are answered. */
export function FeedbackList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { createdAt: `${from}..${to}` };
  });
  const screen = useListPage<FeedbackRow>({
    load: feedback.page,
    idOf: (row) => row.feedbackNo,
    columns: feedbackColumns,
    filters: feedbackFilters,
    defaultSort: '-createdAt',
    initial,
    file: { endpoint: feedback.exportList, jobKind: 'feedback.export' },
  });
  const actions = useFeedbackActions(screen.list);
  const { add } = actions;
  const [query, setQuery] = useSearchParams();
  const forCustomer = query.get('forCustomer');
  const openFor = useEffectEvent((customerNo: string) => {
    query.delete('forCustomer');
    setQuery(query, { replace: true });
    if (add.isPermitted) add.open({ customerNo });
  });
  // A look-up of the chat tool leads to the form for its customer.
  useEffect(() => {
    if (forCustomer !== null) openFor(forCustomer);
  }, [forCustomer]);
  const addNew = { ...add, isAllowed: () => add.isPermitted };
  return (
    <ListScreen
      of={screen}
      title={t('feedback.title')}
      rowActions={[
        actions.take,
        actions.finish,
        actions.note,
        actions.assign,
        actions.dispute,
        allowedAs(actions.merge, 'merge'),
        allowedAs(actions.liftDispute, 'liftDispute'),
        onRow<FeedbackRow, FeedbackFrom>(add, 'link', (row) => row, t('action.feedbackLink.label')),
      ]}
      pageActions={[onPage<FeedbackFrom>(addNew, null, <PlusIcon aria-hidden title={false} />)]}
      batches={[actions.assignMany]}
      detail={({ feedbackNo }) => <FeedbackDetail feedbackNo={feedbackNo} />}
      emptyText={t('feedback.none')}
    >
      <FeedbackDialogs actions={actions} />
    </ListScreen>
  );
}
