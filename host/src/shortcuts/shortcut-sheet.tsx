import { Dialog, DialogBody } from '@kituo/sdk';
import { useText } from '../texts.ts';

const SHORTCUTS = [
  ['palette', ['Ctrl', 'K']],
  ['section', ['g', '…']],
  ['walk', ['↑', '↓']],
  ['ends', ['Home', 'End']],
  ['fold', ['→', '←']],
  ['keys', ['Alt']],
  ['close', ['Esc']],
  ['sheet', ['?']],
] as const;

/** What the keyboard can do in the shell. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  return (
    <Dialog
      isOpen
      className="k-dialog"
      title={t('person.shortcuts')}
      onClose={onClose}
      transitionDuration={0}
    >
      <DialogBody>
        <dl className="k-shortcuts">
          {SHORTCUTS.map(([name, keys]) => (
            <div key={name}>
              <dt>{t(`shortcut.${name}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
