import { useText } from '@kituo/sdk';
import { messageAccount, messageNodes } from '@kituo/sdk/contracts';
import { DetailOf, Status } from '@kituo/sdk/page';
import { MESSAGE_CHANNEL_STATE } from './account-codes.ts';

/** Which app can send over which channel by now. */
export function ChannelMatrix() {
  const t = useText();
  return (
    <section className="kp-page">
      <h1 className="kp-title">{t('account.matrix')}</h1>
      <DetailOf endpoint={messageAccount.supportChannels} request={{}}>
        {({ apps }) => (
          <div className="kp-scroll">
            <table className="bp6-html-table bp6-compact">
              <thead>
                <tr>
                  <th scope="col">{t('field.appName')}</th>
                  {messageNodes.messageChannel.options.map((channel) => (
                    <th key={channel} scope="col">
                      {t(`MESSAGE_CHANNEL.${channel}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {apps.map(({ appId, appName, channels }) => (
                  <tr key={appId}>
                    <th scope="row">
                      {appName} ({appId})
                    </th>
                    {messageNodes.messageChannel.options.map((channel) => (
                      <td key={channel}>
                        <Status
                          of={MESSAGE_CHANNEL_STATE}
                          code={channels.find(({ channelType }) => channelType === channel)?.state}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </DetailOf>
    </section>
  );
}
