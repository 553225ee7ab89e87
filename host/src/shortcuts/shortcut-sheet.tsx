import { Dialog, DialogBody, shortcutGroups$, useValue } from '@kituo/sdk';
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

/** What the keyboard can do in the shell, and in what the open page offers. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const offered = useValue(shortcutGroups$);
  const groups = [...new Map(offered.map((group) => [group.id, group])).values()];
  return (
    <Dialog isOpen className="k-dialog" title={t('person.shortcuts')} onClose={onClose} transitionDuration={0}>
      <DialogBody>
        <dl className="k-shortcuts">
          {SHORTCUTS.map(([name, keys]) => (
            <div key={name}>
              <dt>{t(`shortcut.${name}`)}</dt>
              <dd>
                <Keys keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
        {groups.map(({ id, title, entries }) => (
          <section key={id}>
            <h3>{title}</h3>
            <dl className="k-shortcuts">
              {entries.map(({ keys, text }) => (
                <div key={text}>
                  <dt>{text}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key) => <kbd key={key}>{key}</kbd>);
}
