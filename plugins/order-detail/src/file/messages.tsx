import { useText } from '@kituo/sdk';
import { orderDetail } from '@kituo/sdk/contracts';
import { Answered, dictionaryOptions, Status, Timeline, useDetail, useOptions } from '@kituo/sdk/page';
import { MESSAGE_OUTCOME } from './order-words.ts';

const NODES = dictionaryOptions('MESSAGE_NODE');
const PURPOSES = dictionaryOptions('CONTACT_PURPOSE');
const CHANNELS = dictionaryOptions('MESSAGE_CHANNEL');

/** What the customer was written about the order: what it was about, from whom, and what became of it. */
export function Messages({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const detail = useDetail(orderDetail.messages, { orderNo });
  const [nodeOf, purposeOf, channelOf] = [useWords(NODES), useWords(PURPOSES), useWords(CHANNELS)];
  return (
    <Answered detail={detail}>
      {(messages) =>
        messages.length === 0 ? (
          <p className="of-missing">{t('messages.none')}</p>
        ) : (
          <Timeline
            label={t('tab.messages')}
            entries={messages.map(({ messageId, at, nodeCode, purpose, sender, channelType, outcome, text }) => ({
              id: messageId,
              at,
              title: nodeCode === null ? purposeOf(purpose) : nodeOf(nodeCode),
              who: [channelOf(channelType), ...(sender === null ? [] : [sender])].join(' · '),
              text: (
                <>
                  <Status of={MESSAGE_OUTCOME} code={outcome} /> {text}
                </>
              ),
            }))}
          />
        )
      }
    </Answered>
  );
}

/** The words of a dictionary by code. */
function useWords(dictionary: typeof NODES): (code: string) => string {
  const { options } = useOptions(dictionary);
  return (code) => options.find(({ value }) => value === code)?.label ?? code;
}
