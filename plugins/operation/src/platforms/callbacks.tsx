import { EatTime, useText } from '@kituo/sdk';
import { partnerPlatform, type ReplyOf } from '@kituo/sdk/contracts';
import { ActionButton, Ask, useAction, useDetail } from '@kituo/sdk/page';

type Callback = ReplyOf<typeof partnerPlatform.detail>['callbacks'][number];

/** What was sent to a partner, as it was signed; sent again on demand. */
export function Callbacks(props: { readonly platformCode: string; readonly callbacks: readonly Callback[] }) {
  const { platformCode, callbacks } = props;
  const t = useText();
  const { refresh } = useDetail(partnerPlatform.detail, { platformCode });
  const replay = useAction({
    name: 'callbackReplay',
    endpoint: partnerPlatform.replayCallback,
    request: ({ callbackId }: Callback) => ({ platformCode, callbackId }),
    list: { refresh },
    facts: (_callback, reply) => ({
      answer:
        reply === null || reply.isPassed ? t('platform.passed') : t('platform.notPassed', { fault: reply.fault ?? '' }),
    }),
  });
  return (
    <>
      <ul className="kp-facts">
        {callbacks.map((one) => (
          <li key={one.callbackId}>
            <EatTime at={one.sentAt} /> · {one.event} · {one.fault ?? one.replyStatus} · {one.tookMs} ms
            {one.replayOf !== null && ` · ${t('platform.replayed')}`}
            {one.body !== null && (
              <>
                <details>
                  <summary>{t('platform.payload')}</summary>
                  <p>kituo-signature: {one.signature}</p>
                  <pre>{one.body}</pre>
                </details>
                <ActionButton action={replay} subject={one} />
              </>
            )}
          </li>
        ))}
      </ul>
      <Ask action={replay} />
    </>
  );
}
