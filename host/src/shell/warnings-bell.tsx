import { formatTime, toastHistory$, useValue } from '@kituo/sdk';
import { PageLink } from '../menu/menu-links.tsx';
import { useText } from '../texts.ts';
import { Dropdown } from './dropdown.tsx';
import { Icon } from './icons.tsx';

const WARNINGS_PATH = '/AdminContent/WarningNotify';
const KINDS = { 1: 'info', 2: 'success', 3: 'warning', 4: 'fail' } as const;

/** The last 20 messages stay readable here; the warnings page is one click away. */
export function WarningsBell() {
  const t = useText();
  const messages = useValue(toastHistory$);
  return (
    <Dropdown
      kind="panel"
      label={t('bell.label', { count: messages.length })}
      button={
        <>
          <Icon name="bell" />
          {messages.length > 0 && <span className="k-badge">{messages.length}</span>}
        </>
      }
    >
      {(close) => (
        <div className="k-bell">
          <h2>{t('bell.title')}</h2>
          {messages.length === 0 ? (
            <p className="k-hint">{t('bell.none')}</p>
          ) : (
            <ul>
              {messages.map((message) => (
                <li key={message.id} className={`k-message k-message-${KINDS[message.type]}`}>
                  <span className="k-hidden">{t(`bell.${KINDS[message.type]}`)}: </span>
                  <span>{message.text}</span>
                  <time>{formatTime(message.shownAt)}</time>
                </li>
              ))}
            </ul>
          )}
          <PageLink path={WARNINGS_PATH} className="k-dropdown-item" onFollow={close}>
            {t('bell.all')}
          </PageLink>
        </div>
      )}
    </Dropdown>
  );
}
