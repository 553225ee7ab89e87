import { copyText } from '@kituo/sdk';
import { useEffect, useRef, useState } from 'react';
import { useMfaText } from './texts.ts';

export interface RecoveryCodesProps {
  readonly userName: string;
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** The ten codes, shown this once. Nothing but saying that they are kept leads on. */
export function RecoveryCodes({ userName, codes, onKept }: RecoveryCodesProps) {
  const t = useMfaText();
  const [told, setTold] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const paper = t('codes.paper', { name: userName });
  return (
    <div className="k-recovery">
      <h2 ref={heading} tabIndex={-1}>
        {t('codes.title')}
      </h2>
      <p className="k-recovery-paper">{paper}</p>
      <p className="k-recovery-text">{t('codes.text')}</p>
      <ul aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="k-recovery-ways">
        <button
          type="button"
          className="bp6-button"
          onClick={() =>
            void copyText([paper, ...codes].join('\n')).then((isDone) =>
              setTold(t(isDone ? 'codes.copied' : 'codes.notCopied')),
            )
          }
        >
          {t('codes.copy')}
        </button>
        <button type="button" className="bp6-button" onClick={() => window.print()}>
          {t('codes.print')}
        </button>
        <span role="status">{told}</span>
      </div>
      <button type="button" className="bp6-button bp6-large bp6-fill bp6-intent-primary" onClick={onKept}>
        {t('codes.kept')}
      </button>
    </div>
  );
}
