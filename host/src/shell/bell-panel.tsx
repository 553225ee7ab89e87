import { formatTime, toastHistory$, useValue } from '@kituo/sdk';
import { PageLink } from '../menu/menu-links.tsx';
import { useText } from '../texts.ts';

const WARNINGS_PATH = '/AdminContent/WarningNotify';
const KINDS = { 1: 'info', 2: 'success', 3: 'warning', 4: 'fail' } as const;

export interface BellPanelProps {
  /** Null while it is not known. */
  readonly openWarnings: number | null;
  readonly onDone: () => void;
}

/** The way to the warnings page, and the last 20 messages. */
export function BellPanel({ openWarnings, onDone }: BellPanelProps) {
  const t = useText();
  const messages = useValue(toastHistory$);
  return (
    <div className="k-bell">
      <PageLink path={WARNINGS_PATH} className="k-dropdown-item" onFollow={onDone}>
        <span>{t('bell.all')}</span>
        {openWarnings !== null && <span className="k-hint">{t('bell.open', { count: openWarnings })}</span>}
      </PageLink>
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
    </div>
  );
}
