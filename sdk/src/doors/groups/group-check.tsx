import { useText } from '@kituo/sdk';
import { userGroup } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import { DropList } from './drop-list.tsx';
import { GROUPS_TEXTS } from './groups-texts.ts';

/** A group as it is now: how many, who falls out and why, and ten of them. */
export function GroupCheck({ userGroupNo }: { readonly userGroupNo: string }) {
  const t = useText(GROUPS_TEXTS);
  return (
    <DetailOf endpoint={userGroup.check} request={{ userGroupNo }}>
      {({ groupName, size, optedIn, duplicates, drops, sample }) => (
        <section>
          <h3 className="kp-section-title">{groupName}</h3>
          <p>
            {t('counted', { size, optedIn })}
            {duplicates > 0 && ` · ${t('duplicates', { count: duplicates })}`}
          </p>
          <DropList drops={drops} />
          <h3 className="kp-section-title">{t('sample')}</h3>
          <ul className="kp-facts">
            {sample.map(({ customerNo, phone, drop }) => (
              <li key={customerNo}>
                {phone} {drop === null ? '' : t(`drop.${drop}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </DetailOf>
  );
}
