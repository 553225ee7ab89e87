import { formatDateTime, formatTime, useText } from '@kituo/sdk';
import { messagePoint, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf, Status } from '@kituo/sdk/page';
import { deliveryWordIn } from '../accounts/delivery-word.ts';
import { MESSAGE_OUTCOME } from './message-dictionaries.ts';

type Delivery = ReplyOf<typeof messagePoint.deliveries>[number];

/** The newest messages of a node, each with the accounts that were tried and what became of it. */
export function Deliveries(props: {
  readonly row: Pick<messagePoint.PointRow, 'nodeCode' | 'merchantNo'> & { readonly templateCode?: string };
}) {
  const { nodeCode, merchantNo, templateCode } = props.row;
  const t = useText();
  return (
    <DetailOf
      endpoint={messagePoint.deliveries}
      request={{
        nodeCode,
        ...(merchantNo !== null && { merchantNo }),
        ...(templateCode !== undefined && { templateCode }),
      }}
    >
      {(all) =>
        all.length === 0 ? (
          <p className="kp-muted">{t('node.noDeliveries')}</p>
        ) : (
          <ul className="kp-facts">
            {all.map((delivery, index) => (
              <li key={`${delivery.at} ${index}`}>
                <Story of={delivery} />
              </li>
            ))}
          </ul>
        )
      }
    </DetailOf>
  );
}

function Story({ of }: { readonly of: Delivery }) {
  const { at, destination, templateCode, outcome, hops, channelType } = of;
  const t = useText();
  return (
    <>
      {destination} · <Status of={MESSAGE_OUTCOME} code={outcome} /> · {templateCode} · {formatDateTime(at)}
      {hops.length > 0 && (
        <ol aria-label={t('node.accountsTried')}>
          {hops.map((hop, index) => (
            <li key={`${hop.at} ${index}`}>
              <Hop of={hop} channelType={channelType} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** One account that was tried for a message: what it said, and what was reported of it. */
export function Hop({
  of,
  channelType,
}: {
  readonly of: Delivery['hops'][number];
  readonly channelType: Delivery['channelType'];
}) {
  const t = useText();
  const wordOf = deliveryWordIn(t);
  return [
    formatTime(of.at),
    of.routeNo === null ? of.accountCode : `${of.accountCode} (${of.routeNo})`,
    t(`account.outcome.${of.outcome}`),
    of.fault,
    wordOf(channelType, of),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
