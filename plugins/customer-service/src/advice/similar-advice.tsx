import { Button, copyText, formatDateTime, Link, useText } from '@kituo/sdk';
import { appAdvice, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf, Status } from '@kituo/sdk/page';
import { useState } from 'react';
import { ADVICE_TYPE } from './advice-fields.ts';

type Group = ReplyOf<typeof appAdvice.groups>[number];
const PAGE = '/AdminContent/CustomerServiceSystem/Feedback';

/** What several customers write of one app version: opened by whoever asks. */
export function SimilarAdvice() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{t('advice.groups')}</summary>
      {isOpen && (
        <DetailOf endpoint={appAdvice.groups} request={{}}>
          {(groups) =>
            groups.length === 0 ? (
              <p className="kp-note">{t('advice.noGroups')}</p>
            ) : (
              <ul className="kp-facts">
                {groups.map((one) => (
                  <One key={`${one.merchantNo} ${one.appVersion} ${one.adviceType}`} of={one} />
                ))}
              </ul>
            )
          }
        </DetailOf>
      )}
    </details>
  );
}

/** A group with the line that tells the product team: no customer is named in it. */
function One({ of }: { readonly of: Group }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const { merchantNo, appName, appVersion, adviceType, count, open, newestAt, newest } = of;
  const query = `merchantNo=${merchantNo}&appVersion=${appVersion}&adviceType=${adviceType}`;
  const line = t('advice.line', {
    app: appName,
    version: appVersion,
    type: t(`ADVICE_TYPE.${adviceType}`),
    count,
    at: formatDateTime(newestAt),
    said: newest.slice(0, 200),
  });
  return (
    <li>
      {appName} {appVersion} <Status of={ADVICE_TYPE} code={adviceType} />{' '}
      <Link to={`${PAGE}?${query}`}>{t('advice.group', { count, open })}</Link>{' '}
      <Button
        size="small"
        variant="minimal"
        text={isCopied ? t('advice.copied') : t('advice.copyLine')}
        onClick={() => {
          void copyText(line).then(setCopied);
        }}
      />
    </li>
  );
}
