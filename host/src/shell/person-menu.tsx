import { session$, useValue } from '@kituo/sdk';
import { useText } from '../texts.ts';
import { Dropdown, DropdownItem } from './dropdown.tsx';
import { useHost, type Overlay } from './host-context.ts';

/** Who is signed in, and what they can do about it. */
export function PersonMenu() {
  const t = useText();
  const { openOverlay, signOut, version } = useHost();
  const { user } = useValue(session$);
  if (user === null) return null;
  return (
    <Dropdown
      label={t('person.menu', { name: user.realName })}
      button={
        <>
          <span className="k-avatar" aria-hidden="true" data-initials={initials(user.realName)} />
          <span className="k-bar-text">{user.realName}</span>
        </>
      }
    >
      {(close) => {
        const open = (overlay: Overlay) => () => {
          close();
          openOverlay(overlay);
        };
        return (
          <>
            <p className="k-person" role="presentation">
              <strong>{user.realName}</strong>
              <span>{[user.userName, user.deptName].filter((part) => part !== null).join(' · ')}</span>
            </p>
            <DropdownItem onSelect={open('settings')}>{t('person.settings')}</DropdownItem>
            <DropdownItem onSelect={open('password')}>{t('person.password')}</DropdownItem>
            <DropdownItem onSelect={open('shortcuts')}>{t('person.shortcuts')}</DropdownItem>
            <DropdownItem
              onSelect={() => {
                close();
                void signOut();
              }}
            >
              {t('person.signOut')}
            </DropdownItem>
            <p className="k-version" role="presentation">
              {t('person.version', { version })}
            </p>
          </>
        );
      }}
    </Dropdown>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined];
  return letters
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase();
}
