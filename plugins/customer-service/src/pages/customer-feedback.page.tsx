import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { FeedbackList } from '../feedback/feedback.list.tsx';
import { ReplyTemplateList } from '../replies/replies.list.tsx';

/** What customers ask for and complain of, and the texts that answers begin with. */
export function CustomerFeedbackPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('feedback.title')}
      tabs={[
        { name: 'feedback', content: () => <FeedbackList key="feedback" /> },
        { name: 'replyTemplates', content: () => <ReplyTemplateList key="replyTemplates" /> },
      ]}
    />
  );
}
