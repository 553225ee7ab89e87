import { Button, copyText, useText } from '@kituo/sdk';
import { manualBlacklist } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import { useState } from 'react';
import { Part } from '../parts/part.tsx';

/** A draft of what is answered to an appeal, once somebody asks for it. */
export function AppealLetter({ entryNo }: { readonly entryNo: string }) {
  const t = useText();
  const [isWanted, setWanted] = useState(false);
  const [isCopied, setCopied] = useState(false);
  return (
    <Part title={t('blacklist.letter')}>
      {isWanted ? (
        <DetailOf endpoint={manualBlacklist.letter} request={{ entryNo }}>
          {({ text }) => (
            <>
              <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
              <Button
                text={t(isCopied ? 'blacklist.letterCopied' : 'blacklist.letterCopy')}
                onClick={() => {
                  void copyText(text).then(setCopied);
                }}
              />
            </>
          )}
        </DetailOf>
      ) : (
        <Button
          text={t('blacklist.letterDraft')}
          onClick={() => {
            setWanted(true);
          }}
        />
      )}
    </Part>
  );
}
