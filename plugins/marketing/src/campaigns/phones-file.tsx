import { formatCount, useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import { useId, useState } from 'react';
import { phonesOfFile } from './phones-of-file.ts';

/** A file of numbers, read in the browser; the numbers of the last one stay while none is chosen. */
export function PhonesFile(props: { readonly isKept: boolean; readonly onRead: (phones: readonly string[]) => void }) {
  const t = useText();
  const id = useId();
  const [read, setRead] = useState<ReturnType<typeof phonesOfFile> | null>(null);
  const most = formatCount(smsMarketingTask.MAX_PHONES);
  const isTooMany = read !== null && read.phones.length > smsMarketingTask.MAX_PHONES;
  return (
    <div className="kp-field">
      <label htmlFor={id}>{t('phones.label')}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-describedby={`${id}-said`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file === undefined) return;
          void file.text().then((text) => {
            const found = phonesOfFile(text);
            setRead(found);
            props.onRead(found.phones.length > smsMarketingTask.MAX_PHONES ? [] : found.phones);
          });
        }}
      />
      <p id={`${id}-said`} className={isTooMany ? 'kp-note kp-note-wrong' : 'kp-note'} aria-live="polite">
        {isTooMany && t('phones.tooMany', { most })}
        {!isTooMany && read !== null && t('phones.read', { count: formatCount(read.phones.length) })}
        {read === null && (props.isKept ? t('phones.kept') : t('phones.hint', { most }))}{' '}
        {read !== null && read.invalid > 0 && t('phones.invalid', { count: formatCount(read.invalid) })}
      </p>
    </div>
  );
}
