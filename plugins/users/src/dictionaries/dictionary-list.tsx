import { Button, Empty, Failed, formatCount, InputGroup, Tag, useText } from '@kituo/sdk';
import type { Detail } from '@kituo/sdk/page';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Dictionary } from './entry-row.ts';

/** The dictionaries at the left: found by key or name, one of them open. */
export function DictionaryList(props: {
  readonly types: Detail<readonly Dictionary[]>;
  readonly openType: string;
  readonly onOpen: (dictType: string) => void;
  /** What can be done with dictionaries as a whole, below the list. */
  readonly children: ReactNode;
}) {
  const { types, openType } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  if (types.error !== null) return <Failed error={types.error} onRetry={types.refresh} />;
  const found = (types.data ?? []).filter(
    ({ dictType, dictName }) => dictType.toLowerCase().includes(wanted) || dictName.toLowerCase().includes(wanted),
  );
  return (
    <nav className="dictionary-types" aria-label={t('dictionary.types')}>
      <InputGroup
        fill
        placeholder={t('dictionary.find')}
        aria-label={t('dictionary.find')}
        value={typed}
        onValueChange={setTyped}
      />
      {found.length === 0 && types.data !== null && <Empty title={t('dictionary.noneFound')} />}
      <ul>
        {found.map(({ dictType, dictName, codeTableType, count, isFixed }) => (
          <li key={dictType}>
            <Button
              fill
              variant="minimal"
              alignText="start"
              active={dictType === openType}
              aria-current={dictType === openType ? 'true' : undefined}
              onClick={() => {
                props.onOpen(dictType);
              }}
            >
              <span className="dictionary-name">{dictName}</span>
              <span className="dictionary-key">{dictType}</span>
              <span className="dictionary-marks">
                {codeTableType !== 'FLAT' && <Tag minimal>{t(`CODE_TABLE_TYPE.${codeTableType}`)}</Tag>}
                {isFixed && <Tag minimal>{t('dictionary.fixed')}</Tag>}
                <span className="ks-figures kp-muted">{formatCount(count)}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="dictionary-foot">{props.children}</div>
    </nav>
  );
}
