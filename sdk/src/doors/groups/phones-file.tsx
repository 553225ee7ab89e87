import { FilePicker, formatCount, useText } from '@kituo/sdk';
import { useState } from 'react';
import { GROUPS_TEXTS } from './groups-texts.ts';
import { phonesOfFile } from './phones-of-file.ts';

/**
 * A file of numbers, read in the browser; the numbers of the last one stay while none is chosen.
 *
 * @example <PhonesFile most={1_000} onRead={setPhones} />
 */
export function PhonesFile(props: {
  readonly most: number;
  /** Numbers of an earlier file are in force. */
  readonly isKept?: boolean;
  readonly onRead: (phones: readonly string[]) => void;
}) {
  const t = useText(GROUPS_TEXTS);
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReturnType<typeof phonesOfFile> | null>(null);
  const most = formatCount(props.most);
  const isTooMany = read !== null && read.phones.length > props.most;
  return (
    <div className="kp-field">
      <span aria-hidden>{t('phones.label')}</span>
      <FilePicker
        label={t('phones.label')}
        file={file}
        rule={{ extensions: ['csv', 'txt'] }}
        onChange={(chosen) => {
          setFile(chosen);
          if (chosen === null) {
            setRead(null);
            props.onRead([]);
            return;
          }
          void chosen.text().then((text) => {
            const found = phonesOfFile(text);
            setRead(found);
            props.onRead(found.phones.length > props.most ? [] : found.phones);
          });
        }}
      />
      <p className={isTooMany ? 'kp-note kp-note-wrong' : 'kp-note'} aria-live="polite">
        {isTooMany && t('phones.tooMany', { most })}
        {!isTooMany && read !== null && t('phones.read', { count: formatCount(read.phones.length) })}
        {read === null && (props.isKept === true ? t('phones.kept') : t('phones.hint', { most }))}{' '}
        {read !== null && read.invalid > 0 && t('phones.invalid', { count: formatCount(read.invalid) })}
      </p>
    </div>
  );
}
