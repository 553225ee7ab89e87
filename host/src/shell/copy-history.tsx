import { copyHistory$, copyText, showToast, useValue } from '@kituo/sdk';
import { useText } from '../texts.ts';
import { DropdownItem } from './dropdown.tsx';

/** The values copied in this tab; choosing one copies it again. */
export function CopyHistory({ onDone }: { readonly onDone: () => void }) {
  const t = useText();
  const values = useValue(copyHistory$);
  if (values.length === 0) return <p className="k-version">{t('misc.noCopies')}</p>;
  return (
    <>
      <p className="k-version">{t('misc.copies')}</p>
      {values.map((value) => (
        <DropdownItem
          key={value}
          onSelect={() => {
            onDone();
            void copyText(value).then(
              (isDone) => isDone && showToast({ type: 2, text: t('misc.copied'), durationMs: 2000 }),
            );
          }}
        >
          {value.length > 40 ? `${value.slice(0, 39)}…` : value}
        </DropdownItem>
      ))}
    </>
  );
}
