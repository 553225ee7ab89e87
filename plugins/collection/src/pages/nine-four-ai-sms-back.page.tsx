import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ReplyList } from '../ai/replies.list.tsx';
import { SmsBackList } from '../ai/sms-backs.list.tsx';

/** What came back on SMS: delivery reports, and what borrowers answered. */
export function NineFourAiSmsBackPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('aiSmsBacks.title')}
      tabs={[
        { name: 'reports', content: () => <SmsBackList key="reports" /> },
        { name: 'replies', content: () => <ReplyList key="replies" /> },
      ]}
    />
  );
}
