import { Button, useCan, useText } from '@kituo/sdk';
import { manualBlacklist, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';

export type LinkedCustomer = ReplyOf<typeof manualBlacklist.links>[number];

/** Who shares a device or an account with whom an entry blocks: each is blocked by a decision of its own. */
export function Links(props: { readonly entryNo: string; readonly onBlock: ((one: LinkedCustomer) => void) | null }) {
  const { entryNo, onBlock } = props;
  const t = useText();
  const mayAdd = useCan('merchant:blacklist:add');
  return (
    <Part title={t('blacklist.links')}>
      <DetailOf endpoint={manualBlacklist.links} request={{ entryNo }}>
        {(found) =>
          found.length === 0 ? (
            <p className="kp-muted">{t('blacklist.noLinks')}</p>
          ) : (
            <ul className="kp-facts">
              {found.map((one) => (
                <li key={one.customerNo}>
                  {[
                    one.customerName,
                    one.customerNo,
                    one.merchantName,
                    ...one.sharedBy.map((kind) => t(`BLACKLIST_LINK.${kind}`)),
                    t('blacklist.openLoans', { count: one.openLoans }),
                  ].join(' · ')}{' '}
                  {onBlock !== null && mayAdd && (
                    <Button
                      size="small"
                      text={t('blacklist.block')}
                      aria-label={t('blacklist.blockOne', { name: one.customerName })}
                      onClick={() => {
                        onBlock(one);
                      }}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </DetailOf>
    </Part>
  );
}
